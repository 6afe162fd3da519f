"""The phases with a language model, and what decides whether its words are kept."""
