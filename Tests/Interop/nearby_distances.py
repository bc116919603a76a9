#!/usr/bin/env python3
"""Are the distances to shops those of the earth?

Reads Tests/Catalog/Shops/Places/Golden/distances.csv (latitude, longitude of two places; the kilometres the catalog
answers, which its own tests pin) and asks GeographicLib (Karney 2013, "Algorithms for geodesics"; PyPI: geographiclib)
for the length of the geodesic on WGS 84. They may differ by 0.5 %. GeographicLib is installed into a virtual
environment of its own under .build/.
"""
import csv
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "support"))
import souk_platform

souk_platform.inside_venv("nearby_distances", ["geographiclib==2.1"], __file__)

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TOLERANCE = 0.005


def judge():
    from geographiclib.geodesic import Geodesic

    worst, wrong, count = 0.0, [], 0
    with open(os.path.join(ROOT, "Tests", "Catalog", "Shops", "Places", "Golden", "distances.csv"), newline="") as file:
        for row in csv.reader(file):
            latitude1, longitude1, latitude2, longitude2, km = map(float, row)
            true_km = Geodesic.WGS84.Inverse(latitude1, longitude1, latitude2, longitude2)["s12"] / 1000
            error = abs(km - true_km) / true_km
            worst, count = max(worst, error), count + 1
            if error > TOLERANCE:
                wrong.append(f"{row}: {true_km:.6f} km, off by {error:.3%}")
    if count < 1000 or wrong:
        sys.exit("\n".join(wrong[:10]) or f"only {count} distances to judge")
    print(f"{count} distances agree with the geodesic, the worst within {worst:.3%}")


if __name__ == "__main__":
    judge()
