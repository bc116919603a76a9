"""The door without a network: snapshots, uploads in any order, conflicts."""
import datetime, random, uuid
from people import *

STAMP = "%Y-%m-%dT%H:%M:%SZ"


def opened(walk, buyers=(), quantity=2, **more):
    """An event of Bob's whose doors opened an hour ago, its gates, and the tickets that these people have for it."""
    bob, now = walk.token(*BOB), walk.now()
    at = lambda hours: (now + datetime.timedelta(hours=hours)).strftime(STAMP)
    made = walk.ask("POST", "/events", {
        "title": "Night of the Phones", "description": "Everybody scans, nobody is online.", "category": "technology",
        "startDate": at(2), "endDate": at(5), "doorsOpenMinutes": 180,
        "venue": {"name": "National Theatre", "address": "Siad Barre Avenue", "city": "Kampala", "latitude": 0.3163, "longitude": 32.5881},
        "ticketTypes": [{"name": "Floor", "price": ugx(0), "quantity": 60}, {"name": "Balcony", "price": ugx(0), "quantity": 60}],
        **more}, bob)
    assert made.status == 201, made
    assert walk.ask("POST", f"/events/{made['id']}/publish", token=bob).status == 200
    floor, balcony = (kind["id"] for kind in walk.ask("GET", f"/events/{made['id']}")["ticketTypes"])
    tickets = []
    for who in buyers:
        placed = walk.eventually("(free tickets are had at once)", lambda: walk.ask("POST", "/orders", {
            "eventId": made["id"], "items": [{"ticketTypeId": floor, "quantity": quantity}]}, walk.token(*who)),
            lambda answer: answer.status == 201)
        done = walk.eventually("(here they are)", lambda: walk.ask("GET", f"/orders/{placed['id']}", token=walk.token(*who)),
                               lambda answer: len(answer["tickets"]) == quantity)
        tickets += [walk.ask("GET", f"/tickets/{row['id']}", token=walk.token(*who)).body for row in done["tickets"]]
    gates = {name: walk.ask("POST", f"/events/{made['id']}/gates", {"name": name, "ticketTypeIds": kinds}, bob)["id"]
             for name, kinds in (("Gate A", []), ("Gate B", []), ("Stairs", [balcony]))}
    return f"/events/{made['id']}", gates, tickets


def scan(walk, ticket, minutes, kind="entry", gate=None, nonce=None, admitted=True, **more):
    """As a phone notes it, so many minutes ago."""
    code = ticket if isinstance(ticket, str) else ticket["qr"]["payload"]
    return {"nonce": nonce or uuid.uuid4().hex, "code": code, "type": kind, "gateId": gate, "admitted": admitted,
            "scannedAt": (walk.now() - datetime.timedelta(minutes=minutes)).strftime(STAMP), **more}


def upload(walk, path, snapshot, scans, device="scanner-2", who=BOB):
    return walk.ask("POST", path + "/check-ins/batch", {"snapshotId": snapshot["snapshotId"], "deviceId": device, "scans": scans},
                    walk.token(*who))


def snapshot_of(walk, path, who=BOB):
    return walk.ask("GET", path + "/check-in-snapshot", token=walk.token(*who))


def one_gate_offline(walk):
    """4. Two gates, one offline"""
    path, gates, (ticket,) = opened(walk, [load(9)], 1, reEntry=True)
    taken = walk.expect("staff get a snapshot", snapshot_of(walk, path), ticketCount=1,
                        fields=["snapshotId", "generatedAt", "expiresAt", "jws"])
    walk.expect("others do not", snapshot_of(walk, path, JANE), 403, slug="not-event-staff")
    fair = f"/events/{event(9)}"
    long = snapshot_of(walk, fair, SARAH)["jws"]
    walk.fact("a snapshot of a dozen tickets is longer than any code", len(long) > 2000, len(long))
    walk.expect("and opens no door", walk.ask("POST", fair + "/check-ins", {"code": long, "nonce": uuid.uuid4().hex}, walk.token(*SARAH)),
                result="refused", reason="invalid")
    online = lambda kind: walk.ask("POST", path + "/check-ins", {"code": ticket["qr"]["payload"], "gateId": gates["Gate A"], "type": kind,
                                                                 "nonce": uuid.uuid4().hex, "deviceId": "scanner-1"}, walk.token(*BOB))
    walk.expect("a code opens gate A", online("entry"), result="ok")
    refused = walk.expect("once", online("entry"), result="refused", reason="already-redeemed")
    walk.fact("(it says where)", refused["checkIn"]["previous"]["gateName"] == "Gate A", refused)
    walk.expect("out", online("exit"), result="ok")
    walk.expect("and in again", online("entry"), result="ok")
    early = scan(walk, ticket, 5, gate=gates["Gate B"])
    first = walk.expect("gate B uploads an earlier entry", upload(walk, path, taken, [early]), accepted=1, duplicates=0, rejected=[])
    conflict = first["conflicts"][0]
    walk.fact("which is one double entry", len(first["conflicts"]) == 1 and conflict["kind"] == "double-entry"
              and conflict["ticketId"] == ticket["id"] and conflict["serial"] == ticket["serial"], first)
    walk.fact("and is kept", conflict["kept"] == {"nonce": early["nonce"], "deviceId": "scanner-2", "gateName": "Gate B",
                                                  "scannedAt": early["scannedAt"]}
              and conflict["other"]["deviceId"] == "scanner-1" and conflict["other"]["gateName"] == "Gate A", conflict)
    again = walk.expect("uploaded again it is known", upload(walk, path, taken, [early]), accepted=0, duplicates=1, rejected=[])
    walk.fact("with the same conflicts", again["conflicts"] == first["conflicts"], again)
    walk.fact("the earliest entry counts", walk.ask("GET", f"/tickets/{ticket['id']}", token=walk.token(*load(9)))["checkedInAt"]
              == early["scannedAt"])
    listed = walk.expect("the list has it", walk.ask("GET", path + "/check-ins/conflicts", token=walk.token(*BOB)), data=[conflict])
    walk.fact("as a page", listed["meta"] == {"page": 1, "perPage": 20, "total": 1, "lastPage": 1}, listed)
    walk.expect("(staff only)", walk.ask("GET", path + "/check-ins/conflicts", token=walk.token(*JANE)), 403, slug="not-event-staff")
    told(walk, BOB, "check-in-conflict")


def any_order(walk):
    """Two devices offline for an hour upload in any order and repeatedly"""
    chance = random.Random(4)
    plan = [(number % 4, chance.randint(1, 55), chance.choice(["entry", "entry", "exit"]), chance.choice(["Gate A", "Gate B", "Stairs"]),
             chance.random() > 0.2, f"offline-{number:04d}") for number in range(40)]
    ends = []
    for turn in range(2):
        path, gates, tickets = opened(walk, [load(10), load(11)], reEntry=True)
        taken = snapshot_of(walk, path)
        start = walk.now()
        scans = [(f"scanner-{number % 2}", scan(walk, tickets[ticket], minute, kind, gates[gate], nonce, admitted,
                  scannedAt=(start - datetime.timedelta(minutes=minute)).strftime(STAMP)))
                 for number, (ticket, minute, kind, gate, admitted, nonce) in enumerate(plan)]
        waiting = scans + chance.sample(scans, 10)
        chance.shuffle(waiting)
        while waiting:
            part = [waiting.pop() for _ in range(min(len(waiting), chance.randint(1, 9)))]
            for device in ("scanner-0", "scanner-1"):
                own = [one for name, one in part if name == device]
                assert not own or upload(walk, path, taken, own, device).status == 200
        found = walk.ask("GET", path + "/check-ins/conflicts?perPage=100", token=walk.token(*BOB))["data"]
        states = [walk.ask("GET", f"/tickets/{ticket['id']}", token=walk.token(*(load(10) if place < 2 else load(11)))).body
                  for place, ticket in enumerate(tickets)]
        minute = lambda text: text and round((start - datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))).total_seconds() / 60)
        ends.append((sorted((row["kind"], (row["kept"] or {}).get("nonce") or "", row["other"]["nonce"]) for row in found),
                     [(row["status"], row["inside"], minute(row["checkedInAt"])) for row in states]))
    walk.fact("there are conflicts of several kinds", len({kind for kind, _, _ in ends[0][0]}) >= 3, ends[0])
    walk.fact("the same conflicts", ends[0][0] == ends[1][0], *ends)
    walk.fact("and the same tickets", ends[0][1] == ends[1][1], *ends)


def faults(walk):
    """A faulty scan refuses only itself"""
    path, gates, (ticket, other) = opened(walk, [load(12)])
    taken = snapshot_of(walk, path)
    good = scan(walk, ticket, 10)
    bad = [5, {}, {**good, "nonce": "short"}, {**good, "nonce": uuid.uuid4().hex, "scannedAt": "now"},
           {**good, "nonce": uuid.uuid4().hex, "admitted": "yes"}, {**good, "nonce": uuid.uuid4().hex, "type": "leave"},
           {**good, "nonce": uuid.uuid4().hex, "code": None}]
    lost, reused = scan(walk, ticket, 9, gate="gate-x"), {**good, "code": other["qr"]["payload"]}
    answer = walk.expect("one good scan among faulty ones is taken", upload(walk, path, taken, [*bad, lost, good, reused]), accepted=1,
                         duplicates=0)
    walk.fact("each is told why", [row["error"] for row in answer["rejected"]] == ["invalid-scan"] * len(bad)
              + ["unknown-gate", "nonce-reused"], answer)
    walk.expect("the nonce is taken online, too", walk.ask("POST", path + "/check-ins", {"code": other["qr"]["payload"],
                "nonce": good["nonce"]}, walk.token(*BOB)), 422, slug="nonce-reused")
    walk.expect("an upload needs scans", upload(walk, path, taken, []), 422, errors=["scans"])
    walk.expect("501 are too many", upload(walk, path, taken, [good] * 501), 422, errors=["scans"])
    walk.expect("a device has a name", upload(walk, path, taken, [good], device=""), 422, errors=["deviceId"])
    walk.expect("a snapshot of another event is none", upload(walk, path, {"snapshotId": str(uuid.uuid4())}, [good]), 422,
                errors=["snapshotId"])
    walk.expect("strangers upload nothing", upload(walk, path, taken, [good], who=JANE), 403, slug="not-event-staff")
    walk.expect("a snapshot opens no door", walk.ask("POST", path + "/check-ins", {"code": taken["jws"][:2000], "nonce": uuid.uuid4().hex},
                                                     walk.token(*BOB)), result="refused", reason="invalid")


def kinds(walk):
    """Every kind of conflict, and a phone that was offline for a day"""
    path, gates, tickets = opened(walk, [load(13)], 4)
    taken = snapshot_of(walk, path)
    old = tickets[0]["qr"]["payload"]
    walk.ask("POST", f"/tickets/{tickets[0]['id']}/reissue", token=walk.token(*load(13)))
    walk.ask("POST", f"/tickets/{tickets[1]['id']}/block", {"reason": "Reported stolen"}, walk.token(*BOB))
    scans = [scan(walk, old, 20), scan(walk, "no ticket at all", 20), scan(walk, tickets[1], 20),
             scan(walk, tickets[2], 20, gate=gates["Stairs"]), scan(walk, tickets[3], 300), scan(walk, tickets[3], -30),
             scan(walk, "a stranger's paper", 19, admitted=False)]
    answer = walk.expect("all are taken", upload(walk, path, taken, scans), accepted=7, rejected=[])
    walk.fact("and judged", sorted(row["kind"] for row in answer["conflicts"]) == [
        "admitted-blocked", "admitted-invalid", "admitted-out-of-window", "admitted-revoked", "admitted-wrong-gate", "clock-skew",
        "double-entry"], answer)
    status = lambda place: walk.ask("GET", f"/tickets/{tickets[place]['id']}", token=walk.token(*load(13)))["status"]
    walk.fact("what was admitted counts, but for codes that were dead", [status(place) for place in range(4)]
              == ["valid", "used", "used", "used"])
    later = scan(walk, tickets[2], 15)
    walk.advance(advance="P1D")
    walk.expect("a day later its phone is back", upload(walk, path, taken, [later]), accepted=1)
    walk.advance(advance="P7D")
    walk.expect("a week after the end it is too late", upload(walk, path, taken, [later]), 409, slug="upload-closed")
    walk.expect("a snapshot is still served", snapshot_of(walk, path), ticketCount=4)


PARTS = [one_gate_offline, any_order, faults, kinds]
