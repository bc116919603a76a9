#!/usr/bin/env python3
"""Judges the polygons of zones: shapely (GEOS, PyPI: shapely) answers the same questions.

Reads what CatalogTests has written down (.build/judges/zones.jsonl): polygons with holes and 100,000 points, a fifth of
them corners, two fifths on edges, a fifth as high as a corner, and whether the zone contains each; then rings on a small
grid, and whether they are polygons at all. Borders, also those of holes, belong to a zone (`covers`).
"""
import collections
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "support"))
import souk_platform

souk_platform.inside_venv("zones", ["shapely==2.1.2", "numpy"], __file__)

import shapely

counts, wrong = collections.Counter(), []
for line in (souk_platform.ROOT / ".build" / "judges" / "zones.jsonl").read_text().splitlines():
    case = json.loads(line)
    rings = case["rings"]
    if "points" not in case:
        # A ring without points left is not a polygon.
        ring = shapely.LinearRing(rings[0]) if len(set(map(tuple, rings[0]))) > 2 else None
        answer = bool(ring is not None and ring.is_simple and shapely.Polygon(ring).is_valid)
        counts["ring", answer] += 1
        if answer != case["answers"][0]:
            wrong.append(f"ring {rings[0]}: shapely says {answer}")
        continue
    polygon = shapely.Polygon(rings[0], rings[1:])
    if not polygon.is_valid:
        wrong.append(f"not valid: {rings}")
        continue
    answers = shapely.covers(polygon, shapely.points(case["points"][0]))
    for point, ours, theirs in zip(case["points"][0], case["answers"], answers):
        counts["point", bool(theirs)] += 1
        if bool(theirs) != ours:
            wrong.append(f"{point} in {rings}: shapely says {bool(theirs)}")

points, shapes = counts["point", True] + counts["point", False], counts["ring", True] + counts["ring", False]
if wrong or points < 100_000 or shapes < 20_000 or min(counts.values()) < 1000:
    sys.exit("\n".join(wrong[:10]) or f"not enough to judge: {dict(counts)}")
print(f"{points} points and {shapes} rings agree with shapely {shapely.__version__}: {dict(counts)}")
