"""Rules of card games as one executable text: load it, play it, check it."""
