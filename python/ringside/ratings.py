"""Ratings from contests of two to four players, and sequential tests."""

from ringside._native.ratings import Contest, Estimate, Fit, Sprt, fit

__all__ = ["Contest", "Estimate", "Fit", "Sprt", "fit"]
