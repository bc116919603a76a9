#!/usr/bin/env python3
"""Are the distances to shops those of the earth?

Reads Tests/Catalog/Shops/Places/Golden/distances.csv (latitude, longitude of two places; the kilometres the catalog
answers, which its own tests pin) and asks GeographicLib (Karney 2013, "Algorithms for geodesics"; PyPI: geographiclib)
for the length of the geodesic on WGS 84. They may differ by 0.5 %. GeographicLib is installed into a virtual
environment of its own under .build/.
"""
import csv
import os
import subprocess
import sys
import venv

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ENVIRONMENT = os.path.join(ROOT, ".build", "judges-venv")
PYTHON = os.path.join(ENVIRONMENT, "bin", "python")
TOLERANCE = 0.005


def enter_environment():
    """Runs this file again with the environment's Python, made at the first time."""
    marker = os.path.join(ENVIRONMENT, ".ready")
    if not os.path.exists(marker):
        venv.create(ENVIRONMENT, with_pip=True, clear=True)
        subprocess.run([PYTHON, "-m", "pip", "install", "--quiet", "geographiclib==2.1"], check=True)
        open(marker, "w").close()
    os.execv(PYTHON, [PYTHON, os.path.abspath(__file__), "--inside"])


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
    judge() if "--inside" in sys.argv else enter_environment()
