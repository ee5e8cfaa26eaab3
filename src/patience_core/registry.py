"""Registry: finds plugins through entry points, isolates the broken ones, and gives games by name."""
