"""Both games as PettingZoo environments: ``pip install ringside[pettingzoo]``.

``ringrift_v0.env()`` and ``asg_v0.env()`` create AEC environments with the wrappers that PettingZoo's own board games
have; ``raw_env`` is the environment without wrappers. ``pettingzoo.make`` knows them as ``ringside/ringrift_v0`` and
``ringside/asg_v0`` (PettingZoo 1.27 or newer).
"""

import pettingzoo

from ringside.pettingzoo import asg_v0, ringrift_v0

__all__ = ["asg_v0", "ringrift_v0"]

# Older versions have no registry.
if hasattr(pettingzoo, "register"):
    for _name in __all__:
        pettingzoo.register("aec", f"ringside/{_name}", entry_point=f"ringside.pettingzoo.{_name}:env")
