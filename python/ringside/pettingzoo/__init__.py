"""Both games as PettingZoo environments: ``pip install ringside[pettingzoo]``.

``ringrift_v0.env()`` and ``asg_v0.env()`` create AEC environments with the wrappers that PettingZoo's own board games
have; ``raw_env`` is the environment without wrappers.
"""

from ringside.pettingzoo import asg_v0, ringrift_v0

__all__ = ["asg_v0", "ringrift_v0"]
