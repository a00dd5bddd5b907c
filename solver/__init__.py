"""The verbs of castable: pure functions of a state, in the order of CR 601.2."""
