"""Training of networks that play RingRift: ``python -m ringside.train --help``.

Needs JAX besides the package itself. ``docs/neural.md`` describes networks, training and results.
"""
