"""Drawing: any table as lines of styled text, from its game's layout alone."""
