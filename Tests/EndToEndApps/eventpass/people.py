"""The demo's people and events, by the ids their documents promise."""
import json, struct, uuid, zlib

JOHN, JANE, ALICE = ("john@example.com", "password123"), ("jane@example.com", "password123"), ("alice@example.com", "password123")
BOB, SARAH = ("bob@events.com", "organizer123"), ("sarah@events.com", "organizer123")
MODERATOR, DEVELOPER = ("moderator@eventpass.ug", "moderator-kampala-7"), ("developer@eventpass.ug", "developer-kampala-8")
PETER = "+256700123456"


def load(number):
    return (f"load{number:02d}@example.com", "load-kampala-2026")


def user(number):
    return f"00000000-0000-4000-8000-00000a{number:06d}"


def event(number):
    return f"00000000-0000-4000-8000-00000e{number:06d}"


def ticket_type(number, kind):
    return f"00000000-0000-4000-8000-00000f{number:03d}{kind:03d}"


def ugx(amount):
    return {"amount": amount, "currency": "UGX"}


def png(width, height):
    """A grey picture, as an encoder of somebody else's would write it."""
    chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = (b"\x00" + b"\x80" * width) * height
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)) + chunk(b"IDAT",
        zlib.compress(rows)) + chunk(b"IEND", b"")


def order(walk, who, number, kind=1, quantity=1, **more):
    return walk.ask("POST", "/orders",
                    {"eventId": event(number), "items": [{"ticketTypeId": ticket_type(number, kind), "quantity": quantity}], **more},
                    walk.token(*who))


def pay(walk, who, payment, phone="+256772000000", **headers):
    return walk.ask("POST", f"/payments/{payment}/confirm", {"method": {"type": "mtn_momo", "phone": phone}}, walk.token(*who), headers)


def feed(walk, who):
    return [item["type"] for item in walk.ask("GET", "/notifications?perPage=100", token=walk.token(*who))["data"]]


def told(walk, who, kind):
    walk.eventually(f"{who[0].split('@')[0]}'s feed has {kind}",
                    lambda: walk.ask("GET", "/notifications?perPage=100", token=walk.token(*who)),
                    lambda answer: kind in [item["type"] for item in answer["data"]], 10)


def bought(walk, who, number, kind=1, quantity=1):
    """A completed order."""
    placed = order(walk, who, number, kind, quantity)
    assert placed.status == 201, placed
    if placed["status"] != "completed":
        paid = pay(walk, who, placed["payment"]["id"])
        assert paid.status == 200, paid
    return walk.eventually("(it is paid)", lambda: walk.ask("GET", f"/orders/{placed['id']}", token=walk.token(*who)),
                           lambda answer: answer["status"] == "completed", 10)
