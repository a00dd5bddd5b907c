"""The choices that players make while something resolves or goes on the stack, and what comes of them."""
