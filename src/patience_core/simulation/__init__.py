"""Many deals: played one after another or at many places at once, counted, and set beside the exact odds."""
