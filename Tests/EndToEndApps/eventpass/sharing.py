"""Tickets that are handed over: offers by e-mail and SMS, answers, the door. Written from eventpass.md alone."""
import datetime, re, uuid
from people import *

TOKEN = re.compile(r"\?token=([A-Za-z0-9_-]{20,})\s*$")


def made_event(walk, title, days=20, **more):
    """A free event of Bob's."""
    start = walk.now() + datetime.timedelta(days=days)
    text = lambda instant: instant.strftime("%Y-%m-%dT%H:%M:%SZ")
    body = {"title": title, "description": "Something to go to together.", "category": "music", "startDate": text(start),
            "endDate": text(start + datetime.timedelta(hours=4)),
            "venue": {"name": "Ndere Centre", "address": "", "city": "Kampala", "latitude": 0.3543, "longitude": 32.6203},
            "ticketTypes": [{"name": "Entry", "price": ugx(0), "quantity": 50}], **more}
    bob = walk.token(*BOB)
    made = walk.ask("POST", "/events", body, bob)
    assert made.status == 201, made
    published = walk.ask("POST", f"/events/{made['id']}/publish", token=bob)
    assert published.status == 200, published
    return published


def free(walk, who, event, quantity=1):
    placed = walk.ask("POST", "/orders", {"eventId": event["id"], "items": [{"ticketTypeId": event["ticketTypes"][0]["id"],
                                                                            "quantity": quantity}]}, walk.token(*who))
    assert placed.status == 201, placed
    return [row["id"] for row in placed["tickets"]]


def offer(walk, who, ticket, to, **more):
    return walk.ask("POST", f"/tickets/{ticket}/transfers", {"to": to, **more}, walk.token(*who))


def answer(walk, who, transfer, verb, **body):
    return walk.ask("POST", f"/transfers/{transfer}/{verb}", body, walk.token(*who))


def link(walk, channel, to):
    """The token of the newest message to an address."""
    found = walk.eventually(f"a link goes out by {channel}",
                            lambda: walk.ask("GET", f"/dev/outbox?channel={channel}&limit=100", token=walk.token(*DEVELOPER)),
                            lambda rows: any(row["to"] == to and TOKEN.search(row["text"]) for row in rows["data"]), 10)
    return next(TOKEN.search(row["text"]).group(1) for row in found["data"] if row["to"] == to and TOKEN.search(row["text"]))


def between_accounts(walk):
    """R7: from one account to another"""
    event = made_event(walk, "Shared Evening")
    first, second = free(walk, JOHN, event, 2)
    for method, path in (("POST", f"/tickets/{first}/transfers"), ("GET", "/transfers"), ("POST", f"/transfers/{uuid.uuid4()}/accept")):
        walk.expect(f"({method} {path} without a token)", walk.ask(method, path, {"to": {}} if method == "POST" else None), 401,
                    slug="sign-in-required", action="tickets")
    walk.expect("somebody else's ticket is 404", offer(walk, JANE, first, {"email": "alice@example.com"}), 404)
    walk.expect("neither address is 422", offer(walk, JOHN, first, {}), 422, errors=["to"])
    walk.expect("both are 422", offer(walk, JOHN, first, {"email": "jane@example.com", "phone": PETER}), 422, errors=["to"])
    walk.expect("all that is wrong is named", offer(walk, JOHN, first, {"email": "nobody"}, message="x" * 201), 422,
                errors=["to.email", "message"])
    walk.expect("also beside a number for a text", offer(walk, JOHN, first, {}, message=5), 422, errors=["to", "message"])
    walk.expect("oneself is 422", offer(walk, JOHN, first, {"email": "John@Example.com"}), 422, errors=["to"])
    old = walk.ask("GET", f"/tickets/{first}", token=walk.token(*JOHN))
    walk.fact("the ticket may be handed over", old["transferable"] is True, old)
    made = walk.expect("Jane is offered a ticket", offer(walk, JOHN, first, {"email": "jane@example.com"}, message="Come along"), 201,
                       status="pending", ticketId=first, message="Come along", fields=["id", "createdAt"])
    walk.fact("her address is hidden but for a letter and the domain", made["to"].startswith("j") and made["to"].endswith("@example.com")
              and "jane" not in made["to"], made)
    walk.fact("until the start", made["expiresAt"] == event["startDate"] == made["event"]["startDate"], made)
    stranger = walk.expect("a stranger's answer looks the same", offer(walk, JOHN, second, {"email": "stranger@example.org"},
                                                                      message="Hello"), 201)
    walk.fact("field by field", set(stranger.body) == set(made.body), made, stranger)
    walk.expect("twice is 409", offer(walk, JOHN, first, {"email": "alice@example.com"}), 409, slug="ticket-not-transferable",
                reason="pending")
    walk.fact("which the ticket says too", walk.ask("GET", f"/tickets/{first}", token=walk.token(*JOHN))["transferable"] is False)
    told(walk, JANE, "transfer-offered")
    mine = walk.ask("GET", "/transfers?direction=incoming", token=walk.token(*JANE))
    walk.fact("Jane's list has it", made["id"] in [row["id"] for row in mine["data"]], mine)
    walk.fact("John's shows it as outgoing",
              made["id"] in [row["id"] for row in walk.ask("GET", "/transfers?direction=outgoing", token=walk.token(*JOHN))["data"]])
    walk.expect("an unknown direction is 422", walk.ask("GET", "/transfers?direction=up", token=walk.token(*JOHN)), 422,
                errors=["direction"])
    walk.expect("the sender cannot accept", answer(walk, JOHN, made["id"], "accept"), 404)
    walk.expect("the recipient cannot cancel", answer(walk, JANE, made["id"], "cancel"), 404)
    walk.expect("nobody else can do anything", answer(walk, ALICE, made["id"], "accept"), 404)
    done = walk.expect("Jane accepts", answer(walk, JANE, made["id"], "accept"), status="accepted", fields=["newTicketId"])
    walk.expect("once", answer(walk, JANE, made["id"], "accept"), 409, slug="transfer-state")
    walk.expect("and for good", answer(walk, JOHN, made["id"], "cancel"), 409, slug="transfer-state")
    new = walk.expect("her ticket has her name", walk.ask("GET", f"/tickets/{done['newTicketId']}", token=walk.token(*JANE)),
                      status="valid", attendeeName="Jane Namutebi", refundableUntil=None, transferable=True, orderId=old["orderId"],
                      price=old["price"])
    walk.fact("and another serial and code", new["serial"] != old["serial"] and new["qr"]["payload"] != old["qr"]["payload"], new)
    walk.expect("John's is given away", walk.ask("GET", f"/tickets/{first}", token=walk.token(*JOHN)), status="transferred", qr=None)
    walk.expect("without a picture", walk.ask("GET", f"/tickets/{first}/qr.png", token=walk.token(*JOHN)), 409,
                slug="ticket-not-active")
    walk.expect("the order stays the payer's", walk.ask("GET", f"/orders/{old['orderId']}", token=walk.token(*JANE)), 404)
    shown = [row["id"] for row in walk.ask("GET", f"/orders/{old['orderId']}", token=walk.token(*JOHN))["tickets"]]
    walk.fact("who does not see her code there", done["newTicketId"] not in shown, shown)
    told(walk, JOHN, "transfer-accepted")
    for ticket in (first, done["newTicketId"]):
        walk.expect("nobody returns it alone", walk.ask("POST", f"/orders/{old['orderId']}/refunds",
                                                        {"ticketIds": [ticket], "reason": "cannot come"}, walk.token(*JOHN)), 409,
                    slug="ticket-transferred")
    scan = lambda code: walk.ask("POST", f"/events/{event['id']}/check-ins", {"code": code, "nonce": str(uuid.uuid4())},
                                 walk.token(*BOB))
    walk.expect("the old screenshot is revoked", scan(old["qr"]["payload"]), result="refused", reason="revoked")
    names = lambda: {row["ticketId"]: row for row in walk.ask("GET", f"/events/{event['id']}/attendees?perPage=100",
                                                              token=walk.token(*BOB))["data"]}
    walk.fact("the organizer sees both", names()[done["newTicketId"]]["attendeeName"] == "Jane Namutebi"
              and names()[first]["status"] == "transferred", names())
    owned = lambda: walk.ask("GET", f"/organizer/events?search=Shared", token=walk.token(*BOB))
    walk.eventually("two attendees of two tickets", owned, lambda rows: [row["stats"]["attendeeCount"] for row in rows["data"]
                                                                        if row["id"] == event["id"]] == [2], 10)


def by_link(walk):
    """An address without an account: e-mail and SMS"""
    event = made_event(walk, "Linked Evening")
    first, second, third = free(walk, JOHN, event, 3)
    address = f"new-{uuid.uuid4().hex[:8]}@example.org"
    made = walk.expect("a ticket for an address", offer(walk, JOHN, first, {"email": address}), 201)
    token = link(walk, "email", address)
    walk.expect("without the link it is nobody's", answer(walk, ALICE, made["id"], "accept"), 404)
    walk.expect("a wrong one opens nothing", answer(walk, ALICE, made["id"], "accept", token="x" * 43), 404)
    walk.expect("with it anybody may accept", answer(walk, ALICE, made["id"], "accept", token=token), status="accepted",
                fields=["newTicketId"])
    walk.expect("once", answer(walk, JANE, made["id"], "accept", token=token), 409, slug="transfer-state")
    number = "+2567" + str(uuid.uuid4().int)[:8]
    sent = walk.expect("by phone", offer(walk, JOHN, second, {"phone": number}), 201)
    walk.fact("three digits are shown", sent["to"].endswith(number[-3:]) and number[:-3] not in sent["to"], sent)
    walk.expect("declined by the link", answer(walk, ALICE, sent["id"], "decline", token=link(walk, "sms", number)), status="declined")
    walk.expect("it can be offered again", offer(walk, JOHN, second, {"email": "jane@example.com"}), 201)
    third_offer = walk.expect("an offer", offer(walk, JOHN, third, {"email": "jane@example.com"}), 201)
    walk.expect("is taken back", answer(walk, JOHN, third_offer["id"], "cancel"), status="cancelled")
    walk.expect("for good", answer(walk, JANE, third_offer["id"], "accept"), 409, slug="transfer-state")


def endings(walk):
    """Ends of an offer nobody answered"""
    event = made_event(walk, "Ended Evening", days=6)
    used, dead, late = free(walk, JOHN, event, 3)
    transfers = {ticket: walk.expect("an offer", offer(walk, JOHN, ticket, {"email": "jane@example.com"}), 201)["id"]
                 for ticket in (used, dead, late)}
    order = walk.ask("GET", f"/tickets/{dead}", token=walk.token(*JOHN))["orderId"]
    walk.expect("the ticket is returned", walk.ask("POST", f"/orders/{order}/refunds", {"ticketIds": [dead], "reason": "cannot come"},
                                                   walk.token(*JOHN)), 201)
    walk.expect("its offer is over at once", answer(walk, JANE, transfers[dead], "accept"), 409, slug="transfer-state")
    walk.advance(to=(walk.now() + datetime.timedelta(days=6, hours=-1)).strftime("%Y-%m-%dT%H:%M:%SZ"))
    code = walk.ask("GET", f"/tickets/{used}", token=walk.token(*JOHN))["qr"]["payload"]
    walk.expect("John goes in", walk.ask("POST", f"/events/{event['id']}/check-ins", {"code": code, "nonce": str(uuid.uuid4())},
                                         walk.token(*BOB)), result="ok")
    walk.expect("an entry ends the offer", answer(walk, JANE, transfers[used], "accept"), 409, slug="transfer-state")
    walk.expect("a used ticket is not handed over", offer(walk, JOHN, used, {"email": "alice@example.com"}), 409,
                slug="ticket-not-transferable", reason="used")
    walk.advance(advance="PT1H1M")
    for who, verb in ((JANE, "accept"), (JANE, "decline"), (JOHN, "cancel")):
        walk.expect(f"from the start on it is too late to {verb}", answer(walk, who, transfers[late], verb), 410,
                    slug="transfer-expired")
    walk.expect("nor is a new one made", offer(walk, JOHN, late, {"email": "alice@example.com"}), 409, slug="ticket-not-transferable",
                reason="started")


def age(walk):
    """R3: a ticket for people of an age"""
    event = made_event(walk, "Grown-up Evening", ageRestriction=18)
    first, second = free(walk, JOHN, event, 2)
    to_alice = walk.expect("Alice has told no birthday", offer(walk, JOHN, first, {"email": "alice@example.com"}), 201)
    walk.expect("she is asked", answer(walk, ALICE, to_alice["id"], "accept"), 409, slug="age-confirmation-required", minimumAge=18)
    walk.expect("and confirms", answer(walk, ALICE, to_alice["id"], "accept", ageConfirmed=True), status="accepted")
    to_jane = walk.expect("Jane is old enough", offer(walk, JOHN, second, {"email": "jane@example.com"}), 201)
    walk.expect("which is known", answer(walk, JANE, to_jane["id"], "accept"), status="accepted")


PARTS = [between_accounts, by_link, age, endings]
