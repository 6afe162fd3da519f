"""Who may do what, and how often: the one credential store (`keys`) and the rules over it (`rules`)."""
