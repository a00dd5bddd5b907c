"""castable: every legal way to pay for a Magic: The Gathering spell."""
