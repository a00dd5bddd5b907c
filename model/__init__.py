"""The nouns of castable: frozen values for cards, costs, mana, states and payments. Nothing here solves anything."""
