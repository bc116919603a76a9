#!/usr/bin/env python3
"""Is a snapshot of the door what its specification says, to libraries that know nothing of Souk?

joserfc (PyPI; RFC 7515, 7517, 8037) verifies it with the published ticket keys; cryptography (PyPI, OpenSSL) opens each
box with the QR payload of its own ticket (SHA-256, AES-256-GCM) and with no other. A snapshot holds neither name nor
serial in clear, replaced codes are revoked and have no box, and every changed character is refused."""
import base64, hashlib, json, pathlib, sys, warnings

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE / "support"), str(HERE.parent / "EndToEndApps/support"), str(HERE.parent / "EndToEndApps/eventpass")]
import souk_platform

souk_platform.inside_venv("offline-door", ["joserfc==1.6.5", "cryptography"], __file__)
import door, walk
from people import *
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from joserfc import jws
from joserfc.errors import JoseError
from joserfc.jwk import KeySet


def decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def line_of(claims, code):
    name = base64.urlsafe_b64encode(hashlib.sha256(b"souk-ticket-id\n" + code.encode()).digest()).rstrip(b"=").decode()
    return next((line for line in claims["tickets"] if line["id"] == name), None)


def opened(box, code):
    sealed = decoded(box)
    return json.loads(AESGCM(hashlib.sha256(b"souk-ticket-key\n" + code.encode()).digest()).decrypt(sealed[:12], sealed[12:], None))


def verified(app, taken):
    warnings.simplefilter("ignore")  # RFC 9864 (2025) renames the algorithm; readers in the field know its old name.
    keys = KeySet.import_key_set({"keys": app.ask("GET", "/ticket-keys")["keys"]})
    token = jws.deserialize_compact(taken["jws"], keys, algorithms=["EdDSA"])
    return keys, token.headers(), json.loads(token.payload)


def judge(app):
    """A snapshot, judged by foreign libraries"""
    path, gates, tickets = door.opened(app, [load(14), load(15)])
    taken = app.expect("a snapshot is taken", door.snapshot_of(app, path), ticketCount=4)
    keys, header, claims = verified(app, taken)
    app.fact("joserfc verifies it", header["typ"] == "snapshot+jws" and header["alg"] == "EdDSA", header)
    app.fact("it says what it is", {name: claims[name] for name in ("snapshotId", "generatedAt", "expiresAt")}
             == {name: taken[name] for name in ("snapshotId", "generatedAt", "expiresAt")}
             and claims["eventId"] == path.split("/")[-1], claims)
    app.fact("and the rules", set(claims["rules"]) == {"opensAt", "closesAt", "reEntry", "gates"}
             and {(gate["name"], gate["id"]) for gate in claims["rules"]["gates"]} == set(gates.items()), claims["rules"])
    text = json.dumps(claims)
    private = [word for ticket in tickets for word in (ticket["serial"], ticket["attendeeName"], ticket["id"], ticket["qr"]["payload"])]
    app.fact("nobody is in it in clear", not [word for word in private if word in text], text)
    strangers = 0
    for ticket in tickets:
        code = ticket["qr"]["payload"]
        line = line_of(claims, code)
        app.fact("a code finds its line", line and set(line) == {"id", "tt", "st", "inside", "box"}
                 and (line["tt"], line["st"], line["inside"]) == (ticket["ticketType"]["id"], "valid", False), line)
        app.fact("and opens its box", opened(line["box"], code) == {
            "attendeeName": ticket["attendeeName"], "ticketType": ticket["ticketType"]["name"], "serial": ticket["serial"],
            "attention": None}, ticket)
        for other in tickets:
            if other is not ticket:
                try:
                    opened(line["box"], other["qr"]["payload"])
                except InvalidTag:
                    strangers += 1
    app.fact("no other code does", strangers == len(tickets) * (len(tickets) - 1), strangers)
    refused = 0
    places = range(0, len(taken["jws"]), 97)
    for place in places:
        changed = taken["jws"][:place] + ("A" if taken["jws"][place] != "A" else "B") + taken["jws"][place + 1:]
        try:
            refused += jws.deserialize_compact(changed, keys, algorithms=["EdDSA"]) is None
        except (JoseError, ValueError, UnicodeError):
            refused += 1
    app.fact("every change is noticed", refused == len(places), refused, len(places))
    dead_codes(app, path, tickets)


def dead_codes(app, path, tickets):
    fresh = app.ask("POST", f"/tickets/{tickets[0]['id']}/reissue", token=app.token(*load(14))).body
    claims = verified(app, door.snapshot_of(app, path))[2]
    old, new = (line_of(claims, ticket["qr"]["payload"]) for ticket in (tickets[0], fresh))
    app.fact("an old screenshot is revoked and has no box", (old["st"], old["box"]) == ("revoked", None), old)
    app.fact("the new code is valid", new["st"] == "valid" and opened(new["box"], fresh["qr"]["payload"])["serial"] == fresh["serial"], new)


sys.exit(walk.Walk("eventpass", "/api/v1").run([judge]))
