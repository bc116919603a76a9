#!/usr/bin/env python3
"""Judges service areas: shapely (GEOS, PyPI: shapely) answers the same questions.

Reads what KernelTests has written down (.build/judges/areas.jsonl), in whole millionths of a degree: areas with holes and
parts and 100,000 points, all of their corners and many on their edges, and whether the area has each (`covers`: borders,
also those of holes, belong to it); then shapes on a small grid, and whether they are areas; then how far places are from
the nearest edge, which is compared with many looks along every edge.
"""
import collections
import itertools
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "support"))
import souk_platform

souk_platform.inside_venv("zones", ["shapely==2.1.2", "numpy"], __file__)

import numpy
import shapely

RADIUS = 6_371_008.8


def is_area(parts):
    """By the rules of the specification: two rings may touch in points, which GEOS refuses where they cut an area in two."""
    rings = [ring for part in parts for ring in part]
    for ring in rings:
        if len(ring) < 4 or len(set(map(tuple, ring[:-1]))) < len(ring) - 1:
            return False
        line = shapely.LinearRing(ring)
        if not line.is_simple or not shapely.Polygon(line).is_valid:
            return False
    polygons = {id(ring): shapely.Polygon(ring) for ring in rings}
    for one, other in itertools.combinations(rings, 2):
        common = shapely.LinearRing(one).intersection(shapely.LinearRing(other))
        if common.length > 0:
            return False
        a, b = polygons[id(one)], polygons[id(other)]
        if a.relate_pattern(b, "T********") and not a.covers(b) and not b.covers(a):
            return False
    for shell, *holes in parts:
        if not all(polygons[id(shell)].covers(polygons[id(hole)]) for hole in holes):
            return False
        if any(polygons[id(a)].relate_pattern(polygons[id(b)], "T********") for a, b in itertools.combinations(holes, 2)):
            return False
    for (shell, *holes), (other, *others) in itertools.combinations(parts, 2):
        a, b = polygons[id(shell)], polygons[id(other)]
        if not a.relate_pattern(b, "T********"):
            continue
        if not any(polygons[id(hole)].covers(b) for hole in holes) and not any(polygons[id(hole)].covers(a) for hole in others):
            return False
    return True


def meters(point, lngs, lats):
    lng, lat, lngs, lats = (numpy.radians(numpy.asarray(value) / 1e6) for value in (point[0], point[1], lngs, lats))
    h = numpy.sin((lats - lat) / 2) ** 2 + numpy.cos(lat) * numpy.cos(lats) * numpy.sin((lngs - lng) / 2) ** 2
    return 2 * RADIUS * numpy.arcsin(numpy.minimum(1, numpy.sqrt(h)))


def nearest(point, parts):
    best = numpy.inf
    for ring in (ring for part in parts for ring in part):
        for (ax, ay), (bx, by) in zip(ring, ring[1:]):
            low, high = 0.0, 1.0
            for _ in range(4):
                steps = numpy.linspace(low, high, 101)
                found = meters(point, ax + (bx - ax) * steps, ay + (by - ay) * steps)
                at = int(found.argmin())
                low, high = steps[max(0, at - 1)], steps[min(100, at + 1)]
                best = min(best, float(found[at]))
    return best


counts, wrong = collections.Counter(), []
for line in (souk_platform.ROOT / ".build" / "judges" / "areas.jsonl").read_text().splitlines():
    case = json.loads(line)
    parts = case["parts"]
    if "isArea" in case:
        answer = is_area(parts)
        counts["shape", answer] += 1
        if answer != case["isArea"]:
            wrong.append(f"shape {parts}: shapely says {answer}")
    elif "meters" in case:
        answer, ours = nearest(case["from"][0], parts), case["meters"]
        counts["distance", ours is not None] += 1
        if (ours is None) != (answer > 50_000) or ours is not None and abs(ours - answer) > answer * 0.001 + 0.01:
            wrong.append(f"{case['from']} from {parts}: {answer}, not {ours}")
    else:
        area = shapely.MultiPolygon([shapely.Polygon(part[0], part[1:]) for part in parts])
        if not area.is_valid:
            wrong.append(f"not valid: {parts}")
            continue
        answers = shapely.covers(area, shapely.points(case["points"]))
        for point, ours, theirs in zip(case["points"], case["answers"], answers):
            counts["point", bool(theirs)] += 1
            if bool(theirs) != ours:
                wrong.append(f"{point} in {parts}: shapely says {bool(theirs)}")

total = {kind: counts[kind, True] + counts[kind, False] for kind in ("point", "shape", "distance")}
if wrong or total["point"] < 100_000 or total["shape"] < 20_000 or total["distance"] < 1500 or min(counts.values()) < 100:
    sys.exit("\n".join(wrong[:10]) + f"\n{len(wrong)} differ: {dict(counts)}")
print(f"{total} agree with shapely {shapely.__version__}: {dict(counts)}")
