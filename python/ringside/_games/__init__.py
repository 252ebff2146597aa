"""What several environments of the package share: arrays of many games, and single games played by numbers."""
