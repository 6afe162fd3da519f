"""Pages for people: the console of the three services, in English and Chinese."""
