"""castable against general constraint solvers, on boards with known counts: `python -m benchmarks`."""
