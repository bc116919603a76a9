#!/usr/bin/env python3
"""Sofra as a stranger meets it: its document alone says what must happen. The parts lie in the folder of the same name,
in the order in which they run."""

import pathlib, sys

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(FOLDER / "support"), str(FOLDER / "sofra")]
import walk
import details, endings, later, meals, money, news, ordering, permissions, races, restaurants, riding, roles

# One line per part; a part is a module with its own list.
PARTS = [
    *roles.PARTS,
    *permissions.PARTS,
    *restaurants.PARTS,
    *meals.PARTS,
    *ordering.PARTS,
    *riding.PARTS,
    *races.PARTS,
    *money.PARTS,
    *details.PARTS,
    *endings.PARTS,
    *later.PARTS,
    *news.PARTS,
]

if __name__ == "__main__":
    chosen = [part for part in PARTS if len(sys.argv) < 2 or f"{part.__module__}.{part.__name__}" in sys.argv[1:]
        or part.__module__ in sys.argv[1:]]
    sys.exit(walk.Walk("sofra", "/api/v1").run(chosen))
