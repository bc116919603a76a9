"""Walkthroughs 1, 2 and 6: from guest to ticket, last seats, the line."""
import base64, concurrent.futures, json, os, re, subprocess, tempfile, uuid
from people import *


def decoded(part):
    return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))


def guest_to_ticket(walk):
    """1. Guest to ticket"""
    found = walk.expect("tech is searched", walk.ask("GET", "/events?search=tech"))
    walk.fact("event 01 is first", found["data"][0]["id"] == event(1), found)
    refused = walk.expect("a guest cannot like", walk.ask("PUT", f"/events/{event(1)}/favorite"), 401, slug="sign-in-required",
                          action="favorite")
    walk.fact("and reads how to go on", refused["resume"]["method"] == "PUT"
        and refused["resume"]["path"].endswith(f"/events/{event(1)}/favorite"), refused)
    john = walk.token(*JOHN)
    walk.expect("signed in, John does", walk.ask("PUT", f"/events/{event(1)}/favorite", token=john), favorite=True)
    held = lambda: walk.ask("GET", f"/events/{event(1)}")["ticketTypes"][0]
    before = held()
    placed = walk.expect("he orders two", order(walk, JOHN, 1, 1, 2, expectedTotal=ugx(100000)), 201, status="awaiting-payment",
                         total=ugx(100000), eventId=event(1), tickets=[],
                         refunds=[], fields=["id", "number", "holdExpiresAt", "createdAt"])
    walk.fact("Location leads to the order", placed.headers["Location"].endswith(f"/orders/{placed['id']}"), placed.headers)
    walk.fact("the number is EP- and eight", bool(re.fullmatch(r"EP-[0-9A-Z]{8}", placed["number"])), placed["number"])
    walk.fact("the line says what it is",
              placed["items"] == [{"ticketTypeId": ticket_type(1, 1), "name": "Regular", "quantity": 2, "unitPrice": ugx(50000),
                                   "subtotal": ugx(100000)}], placed)
    walk.fact("a payment waits", placed["payment"]["status"] == "requires_payment_method" and placed["payment"]["id"], placed)
    walk.fact("two are held", held()["held"] == before["held"] + 2 and held()["available"] == before["available"] - 2, before, held())
    walk.expect("nobody else sees the order", walk.ask("GET", f"/orders/{placed['id']}", token=walk.token(*JANE)), 404)
    walk.expect("nor the payment", walk.ask("GET", f"/payments/{placed['payment']['id']}", token=walk.token(*JANE)), 404)
    walk.expect("cash is no way to pay here",
                walk.ask("POST", f"/payments/{placed['payment']['id']}/confirm", {"method": {"type": "cash"}}, john), 422)
    walk.expect("he pays by mobile money", pay(walk, JOHN, placed["payment"]["id"]), status="processing")
    second = walk.expect("a second payment has to wait", pay(walk, JOHN, placed["payment"]["id"]), 409)
    # The first takes three seconds, a busy machine may take longer to send the second.
    walk.fact("for the first", second.slug in ("payment-in-progress", "order-already-paid"), second)
    done = walk.eventually("after three seconds it is completed", lambda: walk.ask("GET", f"/orders/{placed['id']}", token=john),
                           lambda answer: answer["status"] == "completed", 10)
    walk.fact("with two tickets", len(done["tickets"]) == 2, done)
    walk.expect("paid is paid", pay(walk, JOHN, placed["payment"]["id"]), 409, slug="order-already-paid")
    walk.fact("two are sold, none held", held()["sold"] == before["sold"] + 2 and held()["held"] == before["held"], held())
    ticket(walk, done["tickets"][0]["id"], john)
    told(walk, JOHN, "ticket-purchased")


def ticket(walk, name, john):
    one = walk.expect("the ticket has what it needs", walk.ask("GET", f"/tickets/{name}", token=john), status="valid", inside=False,
                      checkedInAt=None, transferable=True, attendeeName="John Okello",
                      price=ugx(50000), fields=["serial", "orderId", "refundableUntil", "purchasedAt"])
    walk.fact("its serial", bool(re.fullmatch(r"EP-[0-9A-Z]{4}-[0-9A-Z]{4}", one["serial"])), one["serial"])
    walk.fact("its event and type", one["event"]["id"] == event(1) and one["ticketType"] == {"id": ticket_type(1, 1), "name": "Regular"},
              one)
    walk.fact("its picture's place", one["qr"]["imageUrl"] == f"/api/v1/tickets/{name}/qr.png", one["qr"])
    picture = walk.ask("GET", f"/tickets/{name}/qr.png?size=600", token=john)
    walk.fact("the picture is a private PNG", picture.status == 200 and picture.headers["Content-Type"] == "image/png"
        and picture.data[:4] == b"\x89PNG"
              and "no-store" in picture.headers["Cache-Control"] and "private" in picture.headers["Cache-Control"], picture.headers)
    with tempfile.NamedTemporaryFile(suffix=".png") as file:
        file.write(picture.data)
        file.flush()
        read = subprocess.run(["zbarimg", "--quiet", "--raw", file.name], capture_output=True, text=True)
    walk.fact("a foreign reader reads the payload", read.stdout.strip() == one["qr"]["payload"], read)
    walk.expect("a size beyond 1000 is 422", walk.ask("GET", f"/tickets/{name}/qr.png?size=1001", token=john), 422, errors=["size"])
    head, body, signature = one["qr"]["payload"].split(".")
    header, claims = json.loads(decoded(head)), json.loads(decoded(body))
    walk.fact("the payload is a JWS of three claims", header["alg"] == "EdDSA" and header["typ"] == "ticket+jws"
        and set(claims) == {"tid", "eid", "ver"}
              and claims["tid"] == name and claims["eid"] == event(1), header, claims)
    keys = walk.expect("guests get the keys", walk.ask("GET", "/ticket-keys"))["keys"]
    key = next(key for key in keys if key["kid"] == header["kid"])
    walk.fact("Ed25519", key["kty"] == "OKP" and key["crv"] == "Ed25519", key)
    walk.fact("a foreign library verifies it", verifies(decoded(key["x"]), f"{head}.{body}".encode(), decoded(signature)))
    walk.expect("nobody else sees the ticket", walk.ask("GET", f"/tickets/{name}", token=walk.token(*JANE)), 404)
    listed = walk.ask("GET", "/tickets?filter=all", token=john)
    walk.fact("it is in the list", name in [row["id"] for row in listed["data"]], listed)


def verifies(key, message, signature):
    """By openssl."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, name) for name in ("key", "message", "signature")]
        for path, data in zip(paths, (bytes.fromhex("302a300506032b6570032100") + key, message, signature)):
            open(path, "wb").write(data)
        return subprocess.run(["openssl", "pkeyutl", "-verify", "-pubin", "-keyform", "DER", "-inkey", paths[0], "-rawin", "-in", paths[1],
                               "-sigfile", paths[2]],
                              capture_output=True).returncode == 0


def last_seats(walk):
    """2. Last seats and late money"""
    john = walk.token(*JOHN)
    with concurrent.futures.ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(lambda _: order(walk, JOHN, 15), range(40)))
    statuses = sorted(answer.status for answer in answers)
    walk.fact("of forty at once ten are served", statuses == [201] * 10 + [409] * 30, statuses)
    walk.fact("the others are told that it is sold out", {answer.slug for answer in answers if answer.status == 409} == {"sold-out"})
    available = lambda: walk.ask("GET", f"/events/{event(15)}")["ticketTypes"][0]["available"]
    walk.fact("nothing is left", available() == 0, available())
    walk.advance(advance="PT15M")
    john = walk.token(*JOHN)
    mine = [answer["id"] for answer in answers if answer.status == 201]
    for name in mine:
        walk.eventually("(expired)", lambda: walk.ask("GET", f"/orders/{name}", token=john), lambda answer: answer["status"] == "expired",
                        10)
    walk.eventually("after 15 minutes all ten are free", lambda: walk.ask("GET", f"/events/{event(15)}"),
                    lambda answer: answer["ticketTypes"][0]["available"] == 10)
    walk.expect("an expired hold cannot be paid", pay(walk, JOHN, walk.ask("GET", f"/orders/{mine[0]}", token=john)["payment"]["id"]), 409,
                slug="hold-expired")
    late = order(walk, JOHN, 15)
    pay(walk, JOHN, late["payment"]["id"], **{"X-Sandbox-Payment": "late"})
    status = lambda name: lambda: walk.ask("GET", f"/orders/{name}", token=walk.token(*JOHN))
    walk.advance(advance="PT21M")
    walk.eventually("a late payment: expired after 21 minutes", status(late["id"]), lambda answer: answer["status"] == "expired", 10)
    walk.advance(advance="PT2M")
    walk.eventually("completed after 23, for seats are left", status(late["id"]), lambda answer: answer["status"] == "completed"
        and len(answer["tickets"]) == 1, 10)
    late = order(walk, JOHN, 15)
    pay(walk, JOHN, late["payment"]["id"], **{"X-Sandbox-Payment": "late"})
    walk.advance(advance="PT21M")
    walk.eventually("again: expired", status(late["id"]), lambda answer: answer["status"] == "expired", 10)
    walk.expect("Jane orders all that is left", order(walk, JANE, 15, 1, available()), 201)
    walk.advance(advance="PT2M")
    walk.eventually("then the late money goes back", status(late["id"]), lambda answer: answer["status"] == "refunded", 10)
    told(walk, JOHN, "late-payment-refunded")


def refusals(walk):
    """R3, R4: what is refused at the counter"""
    walk.expect("an unknown event is 404",
                walk.ask("POST", "/orders", {"eventId": str(uuid.uuid4()), "items": [{"ticketTypeId": ticket_type(1, 1), "quantity": 1}]},
                         walk.token(*load(1))), 404)
    walk.expect("another event's type is 422",
                walk.ask("POST", "/orders", {"eventId": event(1), "items": [{"ticketTypeId": ticket_type(4, 1), "quantity": 1}]},
                         walk.token(*load(1))), 422)
    walk.expect("all that is wrong is said at once",
                walk.ask("POST", "/orders", {"items": [{"ticketTypeId": ticket_type(1, 1), "quantity": 0}],
                                             "expectedTotal": {"amount": -1, "currency": "EUR"}}, walk.token(*load(1))), 422,
                errors=["eventId", "items.0.quantity", "expectedTotal.amount", "expectedTotal.currency"])
    walk.expect("nothing is 422", walk.ask("POST", "/orders", {"eventId": event(1), "items": []}, walk.token(*load(1))), 422,
                errors=["items"])
    walk.expect("none of a kind is 422", order(walk, load(1), 1, 1, 0), 422)
    walk.expect("eleven of a kind is 422", order(walk, load(1), 1, 1, 11), 422)
    changed = walk.expect("another price than expected is 409", order(walk, load(1), 1, 1, 1, expectedTotal=ugx(40000)), 409,
                          slug="price-changed")
    walk.fact("with the true one", changed["total"] == ugx(50000), changed)
    walk.expect("a paused type is not on sale", order(walk, load(1), 2, 1), 409, slug="sales-closed", reason="type-not-on-sale")
    walk.expect("a draft is nobody's to see", order(walk, load(1), 13), 404)
    walk.expect("a cancelled event sells nothing", order(walk, load(1), 14), 409, slug="sales-closed", reason="cancelled")
    walk.expect("nor one that is over", order(walk, load(1), 11), 409, slug="sales-closed")
    walk.expect("nor one that has begun", order(walk, load(1), 9), 409, slug="sales-closed", reason="started")
    walk.expect("event 10 is sold out", order(walk, load(1), 10), 409, slug="sold-out")
    walk.expect("without a birthday one says one's age", order(walk, ALICE, 6), 409, slug="age-confirmation-required", minimumAge=18)
    sworn = walk.expect("then it is sold", order(walk, ALICE, 6, ageConfirmed=True), 201)
    walk.expect("and can be cancelled", walk.ask("POST", f"/orders/{sworn['id']}/cancel", token=walk.token(*ALICE)), status="cancelled")
    walk.expect("once", walk.ask("POST", f"/orders/{sworn['id']}/cancel", token=walk.token(*ALICE)), 409, slug="order-state")
    walk.ask("POST", "/auth/otp/request", {"phone": PETER})
    peter = walk.ask("POST", "/auth/otp/verify", {"phone": PETER, "code": "123456"})["token"]
    for number, age in [(6, 18), (7, 21)]:
        barred = walk.expect(f"Peter is 16: event {number:02d} is not for him", walk.ask("GET", f"/events/{event(number)}", token=peter),
                             403, slug="age-restricted", minimumAge=age)
        walk.fact("in these words", barred["message"] == f"This event is for people aged {age} and over.", barred)
    walk.expect("event 08 is", walk.ask("GET", f"/events/{event(8)}", token=peter))
    ids = [row["id"] for page in (1, 2) for row in walk.ask("GET", f"/events?perPage=100&page={page}", token=peter)["data"]]
    walk.fact("his list has 08, not 06 and 07", event(8) in ids and event(6) not in ids and event(7) not in ids)
    quote = walk.expect("a quote holds nothing",
                        walk.ask("POST", f"/events/{event(1)}/quote", {"items": [{"ticketTypeId": ticket_type(1, 2), "quantity": 2}]}),
                        total=ugx(300000), available=True,
                        problems=[], fields=["salesCloseAt", "timeUntilSalesClose"])
    walk.fact("and says what a line costs", quote["items"][0]["subtotal"] == ugx(300000), quote)
    free = walk.expect("a free order is complete at once", order(walk, load(2), 16, 1, 2), 201, status="completed", total=ugx(0))
    walk.fact("with its tickets", len(free["tickets"]) == 2, free)


def paying(walk):
    """Test cards and numbers"""
    for card, status in [("4242424242424242", "processing"), ("4000002500003155", "requires_action")]:
        placed = order(walk, load(3), 1)
        answer = walk.ask("POST", f"/payments/{placed['payment']['id']}/confirm",
                          {"method": {"type": "card", "number": card, "expMonth": 12, "expYear": 2030, "cvc": "123"}}, walk.token(*load(3)))
        walk.fact(f"card …{card[-4:]} is {status}", answer.status == 200
            and answer["status"] in (status, "succeeded" if status == "processing" else status), answer)
        if status == "requires_action":
            walk.expect("the bank asks, the customer approves",
                        walk.ask("POST", f"/payments/{placed['payment']['id']}/approve", token=walk.token(*load(3))))
        walk.eventually("and it is completed", lambda: walk.ask("GET", f"/orders/{placed['id']}", token=walk.token(*load(3))),
                        lambda answer: answer["status"] == "completed", 10)
    placed = order(walk, load(4), 1)
    payment = f"/payments/{placed['payment']['id']}"
    declined = {"method": {"type": "card", "number": "4000000000000002", "expMonth": 12, "expYear": 2030, "cvc": "123"}}
    walk.expect("a declined card is tried", walk.ask("POST", payment + "/confirm", declined, walk.token(*load(4))))
    walk.eventually("it leaves the order waiting, with the reason", lambda: walk.ask("GET", payment, token=walk.token(*load(4))),
                    lambda answer: bool(answer["failureCode"]), 10)
    walk.expect("(the order)", walk.ask("GET", f"/orders/{placed['id']}", token=walk.token(*load(4))), status="awaiting-payment")
    told(walk, load(4), "payment-failed")
    bad = {"method": {"type": "card", "number": "4242424242424241", "expMonth": 12, "expYear": 2030, "cvc": "123"}}
    walk.expect("a number without its check digit is 422", walk.ask("POST", payment + "/confirm", bad, walk.token(*load(4))), 422)
    mixed = walk.expect("a month as text hides no other field",
                        walk.ask("POST", payment + "/confirm", {"method": {**bad["method"], "expMonth": "12", "cvc": "1"}},
                                 walk.token(*load(4))), 422, errors=["method.number", "method.expMonth", "method.cvc"])
    walk.fact("and names no other", len(mixed["errors"]) == 3, mixed)
    for attempt in range(2, 6):
        answer = walk.ask("POST", payment + "/confirm", declined, walk.token(*load(4)))
        walk.fact(f"attempt {attempt}", answer.status == 200, answer)
        walk.eventually("(it fails)", lambda: walk.ask("GET", payment, token=walk.token(*load(4))),
                        lambda answer: answer["status"] in ("failed", "requires_payment_method"), 10)
    walk.expect("the sixth is one too many", walk.ask("POST", payment + "/confirm", declined, walk.token(*load(4))), 409,
                slug="too-many-payment-attempts")
    for mode in ("duplicate", "out-of-order"):
        placed = order(walk, load(5), 1)
        pay(walk, load(5), placed["payment"]["id"], **{"X-Sandbox-Payment": mode})
        walk.eventually(f"a result {mode} makes one set of tickets",
                        lambda: walk.ask("GET", f"/orders/{placed['id']}", token=walk.token(*load(5))),
                        lambda answer: answer["status"] == "completed" and len(answer["tickets"]) == 1, 10)


def the_line(walk):
    """6. Sold out"""
    waiting = walk.expect("Alice is first for event 10", walk.ask("GET", "/waitlist", token=walk.token(*ALICE)))
    walk.fact("at position 1", waiting["data"][0]["position"] == 1 and waiting["data"][0]["status"] == "waiting", waiting)
    walk.expect("twice is once too often",
                walk.ask("POST", f"/events/{event(10)}/waitlist", {"ticketTypeId": ticket_type(10, 1), "quantity": 1}, walk.token(*ALICE)),
                409, slug="already-waiting")
    walk.expect("no line where there are tickets",
                walk.ask("POST", f"/events/{event(4)}/waitlist", {"ticketTypeId": ticket_type(4, 1), "quantity": 1}, walk.token(*ALICE)),
                409,
                slug="tickets-available")
    orders = walk.ask("GET", "/orders?perPage=100", token=walk.token(*JANE))["data"]
    janes = next(row for row in orders if row["eventId"] == event(10) and row["status"] == "completed")
    tickets = walk.ask("GET", f"/orders/{janes['id']}", token=walk.token(*JANE))["tickets"]
    refund = walk.expect("Jane gives one ticket back",
                         walk.ask("POST", f"/orders/{janes['id']}/refunds", {"ticketIds": [tickets[0]["id"]], "reason": "I cannot come"},
                                  walk.token(*JANE)), 201,
                         status="pending", orderId=janes["id"], amount=ugx(35000))
    walk.eventually("the money goes back", lambda: walk.ask("GET", f"/orders/{janes['id']}/refunds", token=walk.token(*JANE)),
                    lambda answer: {row["id"]: row["status"] for row in answer["data"]}.get(refund["id"]) == "succeeded", 10)
    told(walk, ALICE, "waitlist-offer")
    walk.expect("the public finds it sold out", order(walk, load(6), 10), 409, slug="sold-out")
    offer = walk.ask("GET", "/waitlist", token=walk.token(*ALICE))["data"][0]["offer"]
    walk.expect("Alice takes her offer", order(walk, ALICE, 10, waitlistOfferId=offer["id"]), 201, status="awaiting-payment")
    walk.expect("somebody else cannot", order(walk, load(6), 10, waitlistOfferId=offer["id"]).status
        and order(walk, load(6), 10, waitlistOfferId=str(uuid.uuid4())), 410, slug="offer-expired")


PARTS = [guest_to_ticket, refusals, paying, the_line, last_seats]
