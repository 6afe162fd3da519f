"""What a book is about: its terms, persons, places and events, and their names."""
