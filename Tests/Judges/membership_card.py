#!/usr/bin/env python3
"""Is the membership card what its standards say?

Reads Tests/Orders/Golden/membership-card.json (a card, the published keys and a moving code; the tests of orders pin that the service makes exactly these) and
checks the card with joserfc (PyPI, a JOSE library: RFC 7515, 7517, 8037) against the published JWK Set, and the moving code with pyotp (PyPI; RFC 6238).
Every changed character of the card must be refused. The libraries are installed into a virtual environment of their own under .build/.
"""
import hashlib
import json
import os
import subprocess
import sys
import venv
import warnings

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ENVIRONMENT = os.path.join(ROOT, ".build", "judges-jose-venv")
PYTHON = os.path.join(ENVIRONMENT, "bin", "python")


def enter_environment():
    """Runs this file again with the environment's Python, made at the first time."""
    marker = os.path.join(ENVIRONMENT, ".ready")
    if not os.path.exists(marker):
        venv.create(ENVIRONMENT, with_pip=True, clear=True)
        subprocess.run([PYTHON, "-m", "pip", "install", "--quiet", "joserfc==1.6.5", "pyotp==2.9.0"], check=True)
        open(marker, "w").close()
    os.execv(PYTHON, [PYTHON, os.path.abspath(__file__), "--inside"])


def verify(card, keys):
    from joserfc import jws

    # RFC 9864 (2025) renames the algorithm; readers in the field know its old name.
    warnings.simplefilter("ignore")

    return jws.deserialize_compact(card, keys, algorithms=["EdDSA"])


def judge_card(sample):
    from joserfc.jwk import KeySet

    keys = KeySet.import_key_set({"keys": sample["keys"]})
    card = verify(sample["card"], keys)
    claims = json.loads(card.payload)
    if card.headers()["typ"] != "peez-card+jwt" or card.headers()["kid"] != sample["keys"][0]["kid"]:
        sys.exit(f"unexpected header {card.headers()}")
    if claims["iss"] != "peez" or claims["sub"] != sample["subject"] or claims["end"] != sample["end"] or claims["ver"] != 1:
        sys.exit(f"unexpected claims {claims}")
    changed = 0
    for place, character in enumerate(sample["card"]):
        if character == ".":
            continue
        forged = sample["card"][:place] + ("A" if character != "A" else "B") + sample["card"][place + 1:]
        try:
            verify(forged, keys)
        except Exception:  # Whatever a library says: it is not accepted.
            changed += 1
            continue
        # The last character of the signature holds two bits that mean nothing to lenient decoders; ours refuses them, see the tests of orders.
        if place != len(sample["card"]) - 1:
            sys.exit(f"a card changed at {place} was accepted")
    return changed


def judge_code(sample):
    import pyotp

    prefix, number, step, code = sample["proof"].split(":")
    if int(step) % 30 or not 0 <= sample["at"] - int(step) < 30 or prefix != "PEEZ1":
        sys.exit(f"unexpected form {sample['proof']}")
    padded = sample["proofKey"] + "=" * (-len(sample["proofKey"]) % 8)
    if pyotp.TOTP(padded, digits=8, digest=hashlib.sha256, interval=30).at(int(step)) != code:
        sys.exit("the moving code is not that of RFC 6238")


def judge():
    with open(os.path.join(ROOT, "Tests", "Orders", "Golden", "membership-card.json")) as file:
        sample = json.load(file)
    changed = judge_card(sample)
    judge_code(sample)
    print(f"the card verifies, {changed} changed cards do not; the moving code is that of RFC 6238")


if __name__ == "__main__":
    judge() if "--inside" in sys.argv else enter_environment()
