#!/usr/bin/env python3
"""Is the membership card what its standards say, and does the counter believe nothing else?

First reads Tests/Orders/Membership/Golden/membership-card.json (a card, the published keys and a moving code; the tests
of orders pin that the service makes exactly these) and checks the card with joserfc (PyPI, a JOSE library: RFC 7515,
7517, 8037) against the published JWK Set, and the moving code with pyotp (PyPI; RFC 6238). Every changed character of
the card must be refused. The libraries are installed into a virtual environment of their own under .build/.

Then does the same with a platform over HTTP: the picture is read by zbar (Debian: zbar-tools), the card verified
against the keys the app publishes, moving codes are made by pyotp; none is taken twice or outside its minute and a
half, and neither a double scan nor a request sent twice sells twice.
"""
import hashlib
import json
import os
import pathlib
import sys
import warnings

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "support"))
import souk_platform

souk_platform.inside_venv("membership_card", ["joserfc==1.6.5", "pyotp==2.9.0"], __file__)

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


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
        # The last character of the signature holds two bits that mean nothing to lenient decoders; ours refuses them,
        # see the tests of orders.
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


def judge_platform():
    import concurrent.futures
    import pyotp
    from joserfc.jwk import KeySet

    tests = pathlib.Path(ROOT) / "Tests"
    sys.path[:0] = [str(tests / "EndToEndApps" / "support"), str(tests / "EndToEndApps" / "peez")]
    import walk
    from accounts import join, vendor
    from counter import activate, card, money, read_code, scan

    def behave(app):
        """The card over HTTP"""
        member = join(app, "Carte Jugee")
        paper, keeper = card(app, member), vendor(app)
        app.fact("zbar reads the picture", read_code(paper["qr_code"]) == paper["qr_payload"])
        keys = KeySet.import_key_set(app.ask("GET", "/card-keys").body)
        claims = json.loads(verify(paper["qr_payload"], keys).payload)
        app.fact("joserfc verifies it with the published keys", claims["sub"] == member["uuid"] and claims["mid"] == member["number"]
            and claims["iss"] == "peez", claims)
        text = paper["qr_payload"]
        places = [place for place in range(0, len(text), len(text) // 24) if text[place] != "."] + [len(text) - 1]
        for place in places:
            forged = text[:place] + ("A" if text[place] != "A" else "B") + text[place + 1:]
            answer = scan(app, forged, keeper)
            app.fact(f"character {place} changed: bad-signature", (answer["result"], answer["reason"]) == ("refused", "bad-signature"),
                     forged, answer)
        first = activate(app, member, 1, keeper)
        app.fact("the real one is sold to", first.status == 201, first)

        # Moving codes by a stock library: this half minute's, the last one's, the next one's; each once.
        padded = paper["proof"]["key"] + "=" * (-len(paper["proof"]["key"]) % 8)
        totp = pyotp.TOTP(padded, digits=8, digest=hashlib.sha256, interval=30)

        def code(steps):
            step = int(app.now().timestamp()) // 30 * 30 + 30 * steps
            return f"PEEZ1:{member['number']}:{step}:{totp.at(step)}"

        app.eventually("pyotp's code is taken", lambda: scan(app, code(0), keeper), lambda a: a["result"] == "valid"
            and a["kind"] == "proof")
        payload = code(1)
        with concurrent.futures.ThreadPoolExecutor(20) as pool:
            answers = list(pool.map(lambda _: scan(app, payload, keeper), range(20)))
        app.fact("20 at once: taken once", sorted(a["reason"] or "taken" for a in answers) == ["proof-already-used"] * 19 + ["taken"],
                 *answers)
        read = next(a for a in answers if a["result"] == "valid")
        body = {"scan_id": read["scan_id"], "purchase_amount": money(10000)}
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(lambda _: app.ask("POST", "/vendor/redemptions", body, keeper), range(8)))
        app.fact("8 taps: one discount", sorted(a.status for a in answers) == [201] + [409] * 7, *answers)
        kept = code(0)
        app.advance(advance="PT91S")
        keeper = vendor(app)
        answer = scan(app, kept, keeper)
        app.fact("after its window: proof-expired", answer["reason"] == "proof-expired", answer)
        # Not two steps ahead: the next half minute may begin before the code is read.
        answer = scan(app, code(3), keeper)
        app.fact("before its window: proof-expired", answer["reason"] == "proof-expired", answer)

        # Neither a double scan nor a request sent twice sells twice.
        reads = [scan(app, text, keeper) for _ in range(2)]
        reads = [a for a in reads if a["result"] == "valid"] or [
            scan(app, card(app, {**member, "token": app.token(member["email"], "oran-31-corniche")})["qr_payload"], keeper)]
        sale = {"scan_id": reads[0]["scan_id"], "months": 1}
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(lambda _: app.ask("POST", "/vendor/activations", sale, keeper, {"Idempotency-Key": "one-sale"}),
                                    range(8)))
        app.fact("one request sent eight times: one sale, one answer", {a.status for a in answers} == {201}
            and len({a["id"] for a in answers}) == 1, *answers)
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(lambda _: app.ask("POST", "/vendor/activations", sale, keeper), range(8)))
        app.fact("the same scan again: refused", {(a.status, a.slug) for a in answers} == {(409, "scan-already-used")}, *answers)
        history = app.ask("GET", "/subscriptions/history", token=app.token(member["email"], "oran-31-corniche"))
        app.fact("two periods were sold in all", history["meta"]["total"] == 2, history)

    return walk.Walk("peez", "/api/v1").run([behave])


def judge():
    with open(os.path.join(ROOT, "Tests", "Orders", "Membership", "Golden", "membership-card.json")) as file:
        sample = json.load(file)
    changed = judge_card(sample)
    judge_code(sample)
    print(f"the card verifies, {changed} changed cards do not; the moving code is that of RFC 6238")
    sys.exit(judge_platform())


if __name__ == "__main__":
    judge()
