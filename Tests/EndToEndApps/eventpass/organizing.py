"""Walkthroughs 3 and 4: an organizer edits and deletes, a gate lets in."""
import uuid
import sockets
from people import *



def edits_and_deletes(walk):
    """3. Organizer edits and deletes"""
    bob = walk.token(*BOB)
    draft = walk.expect("a title makes a draft", walk.ask("POST", "/events", {"title": "Test"}, bob), 201, status="draft", title="Test")
    path = f"/events/{draft['id']}"
    walk.fact("which says what its owner may", draft["permissions"]["canEdit"] and draft["wizard"]["currentStep"] == 1
        and draft["stats"]["ticketsSold"] == 0, draft)
    walk.expect("nobody else sees it", walk.ask("GET", path, token=walk.token(*SARAH)), 404)
    walk.eventually("its door is set up before it is published", lambda: walk.ask("GET", path + "/gates", token=bob),
                    lambda answer: answer.status == 200)
    walk.expect("and its staff", walk.ask("GET", path + "/staff", token=bob))
    walk.expect("not by others", walk.ask("GET", path + "/gates", token=walk.token(*SARAH)), 404)
    early = walk.expect("a draft is not published half done", walk.ask("POST", path + "/publish", token=bob), 422, slug="validation-failed")
    walk.fact("what is missing is listed by step", set(early["steps"]) == {"1", "2", "3"} and early["steps"]["2"] and early["errors"],
              early)
    now = walk.now()
    import datetime
    at = lambda days, hours=0: (now + datetime.timedelta(days=days, hours=hours)).strftime("%Y-%m-%dT%H:%M:%SZ")
    venue = {"name": "National Theatre", "address": "Siad Barre Avenue", "city": "Kampala", "latitude": 0.3163, "longitude": 32.5881}
    whole = walk.expect("the rest is filled in", walk.ask("PATCH", path, {
        "description": "An evening of tests, one after the other.", "category": "technology", "startDate": at(8), "endDate": at(8, 3),
        "venue": venue,
        "ticketTypes": [{"name": "Seat", "price": ugx(20000), "quantity": 50}], "refundPolicy": {"type": "until", "hoursBefore": 24}}, bob),
        status="draft")
    kind = whole["ticketTypes"][0]
    walk.fact("its type is for sale from the start", kind["quantity"] == 50 and kind["sold"] == 0 and kind["minPerOrder"] == 1
        and kind["maxPerOrder"] == 10, kind)
    walk.expect("every wrong field is named, times too", walk.ask("POST", "/events", {
        "title": "x", "startDate": "soon", "endDate": "never", "ticketTypes": [{"name": "", "salesEnd": "late"}]}, bob), 422,
                errors=["title", "startDate", "endDate", "ticketTypes.0.name", "ticketTypes.0.salesEnd"])
    walk.expect("of a ticket type, too", walk.ask("POST", path + "/ticket-types", {
        "name": "", "price": ugx(-1), "quantity": 0, "position": -1}, bob), 422, errors=["name", "price", "quantity", "position"])
    stale = walk.ask("PATCH", path, {"title": "Too late"}, bob, {"If-Match": '"1"'})
    walk.expect("a stale If-Match is 412", stale, 412, slug="stale-version")
    walk.expect("a trial run writes nothing", walk.ask("PATCH", path + "?dryRun=true", {"title": "Tried"}, bob), title="Tried")
    walk.expect("(indeed)", walk.ask("GET", path, token=bob), title="Test")
    small = walk.expect("a poster of 899 × 1125 is too small", walk.ask("POST", path + "/poster", token=bob, raw=png(899, 1125),
        headers={"Content-Type": "image/png"}), 422, slug="poster-too-small",
                        width=899, height=1125, minWidth=900, minHeight=1125)
    walk.expect("text is no picture, whatever it says it is", walk.ask("POST", path + "/poster", token=bob, raw=b"hello " * 300,
        headers={"Content-Type": "image/png"}), 415, slug="unsupported-image")
    poster = walk.expect("900 × 1125 is taken", walk.ask("POST", path + "/poster", token=bob, raw=png(900, 1125),
                                                         headers={"Content-Type": "image/png"}), 201, width=900, height=1125,
                         mediaType="image/png", fields=["mediaId", "posterUrl", "bytes"])
    form = b"--edge\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.png\"\r\nContent-Type: image/png\r\n\r\n" + png(901,
        1126) + b"\r\n--edge--\r\n"
    walk.expect("also as a form",
                walk.ask("POST", path + "/poster", token=bob, raw=form, headers={"Content-Type": "multipart/form-data; boundary=edge"}),
                201, width=901)
    picture = walk.ask("GET", f"/media/{poster['mediaId']}")
    walk.fact("anybody sees it, for ever the same", picture.status == 200 and picture.headers["Content-Type"] == "image/png"
        and "immutable" in picture.headers["Cache-Control"]
              and picture.headers["X-Content-Type-Options"] == "nosniff", picture.headers)
    walk.fact("its address leads there", walk.ask("GET", poster["posterUrl"], plain=True).data == picture.data, poster)
    walk.fact("from the app's host, too", walk.ask("GET", poster["posterUrl"], headers={"Host": "api.eventpass.ug"}, plain=True)
        .data == picture.data)
    part = walk.ask("GET", f"/media/{poster['mediaId']}", headers={"Range": "bytes=0-7"})
    walk.fact("in ranges", part.status == 206 and part.data == picture.data[:8]
        and part.headers["Content-Range"] == f"bytes 0-7/{len(picture.data)}", part.headers)
    history = walk.expect("older ones are kept, newest first", walk.ask("GET", path + "/posters", token=bob))
    walk.fact("(two)", [row["width"] for row in history["data"]] == [901, 900], history)
    public = walk.expect("now it is published", walk.ask("POST", path + "/publish", token=bob), status="published")
    walk.expect("once", walk.ask("POST", path + "/publish", token=bob), 409, slug="event-not-draft")
    walk.fact("guests see it", walk.ask("GET", path)["publishedAt"] and public["isTicketSalesOpen"])
    walk.expect("others may not change it", walk.ask("PATCH", path, {"title": "Mine"}, walk.token(*SARAH)), 403, slug="not-event-owner")
    placed = walk.ask("POST", "/orders", {"eventId": draft["id"], "items": [{"ticketTypeId": kind["id"], "quantity": 2}]},
                      walk.token(*JANE))
    pay(walk, JANE, placed["payment"]["id"])
    done = walk.eventually("Jane buys two", lambda: walk.ask("GET", f"/orders/{placed['id']}", token=walk.token(*JANE)),
                           lambda answer: answer["status"] == "completed", 10)
    moved = walk.eventually("a new venue warns of them",
                            lambda: walk.ask("PATCH", path, {"venue": dict(venue, name="Kampala Serena Hotel")}, bob),
                            lambda answer: answer["warnings"][0]["ticketCount"] == 2 and answer["warnings"][0]["attendeeCount"] == 1)
    walk.fact("by its name", moved["warnings"][0]["code"] == "tickets-sold" and moved["warnings"][0]["message"], moved)
    walk.advance(advance="PT16M")
    bob = walk.token(*BOB)
    told(walk, JANE, "event-venue-changed")
    few = walk.expect("fewer than are sold are refused", walk.ask("PATCH", path, {"ticketTypes": [{"id": kind["id"], "quantity": 1}]}, bob),
                      409, slug="capacity-below-sold", sold=2)
    walk.expect("a type that was sold stays", walk.ask("DELETE", f"{path}/ticket-types/{kind['id']}", token=bob), 409,
                slug="ticket-type-has-sales")
    check = walk.expect("deleting has its price, told before", walk.ask("GET", path + "/deletion-check", token=bob), allowed=True,
                        attendeeCount=1, ticketCount=2, refundTotal=ugx(40000))
    asked = walk.expect("it takes a second call", walk.ask("DELETE", path, token=bob), 409, slug="confirmation-required", attendeeCount=1,
                        currentStatus="published")
    walk.fact("in these words", "and affect 1 attendee(s) with active tickets." in asked["warning"], asked)
    for forged in ["forged", "x" * 300, ""]:
        walk.expect("a forged token is none", walk.ask("DELETE", f"{path}?confirmationToken={forged}", token=bob), 409,
                    slug="confirmation-required")
    walk.expect("nor is an empty one", walk.ask("POST", path + "/cancel", {"reason": "Storm", "confirmationToken": ""}, bob), 409,
                slug="confirmation-required")
    gone = walk.expect("with the token it is done", walk.ask("DELETE", f"{path}?confirmationToken={asked['confirmationToken']}", token=bob),
                       status="cancelled")
    walk.fact("and says when", gone["deletedAt"] and gone["id"] == draft["id"], gone)
    walk.expect("again is the same", walk.ask("DELETE", path, token=bob), status="cancelled")
    report = walk.eventually("the report ends", lambda: walk.ask("GET", path + "/cancellation", token=bob),
                             lambda answer: answer["state"] == "completed", 15)
    walk.fact("with one refund", report["refunds"] == {"pending": 0, "succeeded": 1, "failed": 0} and report["refundedTotal"] == ugx(40000)
        and report["attendees"] == 1, report)
    walk.expect("Jane's ticket is cancelled", walk.ask("GET", f"/tickets/{done['tickets'][0]['id']}", token=walk.token(*JANE)),
                status="cancelled")
    told(walk, JANE, "event-cancelled")
    told(walk, JANE, "refund-processed")
    past = walk.expect("one that was cancelled before the demo began has a report, too",
                       walk.ask("GET", f"/events/{event(14)}/cancellation", token=walk.token(*SARAH)), state="completed", attendees=4,
                       tickets=4, orders=4, refundTotal=ugx(180000), refundedTotal=ugx(180000))
    walk.fact("with its refunds", past["refunds"] == {"pending": 0, "succeeded": 4, "failed": 0}, past)
    walk.expect("an ongoing event cannot be deleted", walk.ask("DELETE", f"/events/{event(9)}", token=walk.token(*SARAH)), 409,
                slug="event-not-deletable",
                message="This event cannot be edited/deleted in its current state")
    copy = walk.expect("an event is copied without its dates", walk.ask("POST", f"/events/{event(1)}/duplicate", token=bob), 201,
                       status="draft", startDate=None)
    walk.fact("with types of its own", copy["ticketTypes"][0]["id"] != ticket_type(1, 1) and copy["ticketTypes"][0]["sold"] == 0, copy)
    walk.expect("a copy is thrown away at once", walk.ask("DELETE", f"/events/{copy['id']}", token=bob))
    walk.expect("and comes back", walk.ask("POST", f"/events/{copy['id']}/restore", token=bob), status="draft")
    walk.expect("the history knows", walk.ask("GET", path + "/history", token=bob), fields=["data"])
    walk.expect("attendees do not make events", walk.ask("POST", "/events", {"title": "Mine"}, walk.token(*JOHN)), 403,
                slug="organizer-approval-required", next="/organizer-application")


def the_door(walk):
    """4. At the gate"""
    sarah, john = walk.token(*SARAH), walk.token(*JOHN)
    mine = [row for row in walk.ask("GET", "/tickets?filter=all&perPage=100", token=john)["data"] if row["event"]["id"] == event(9)]
    code = mine[0]["qr"]["payload"]
    gates = walk.expect("the gates are A and B", walk.ask("GET", f"/events/{event(9)}/gates", token=sarah))["data"]
    gate = {row["name"][-1]: row["id"] for row in gates}
    path = f"/events/{event(9)}/check-ins"
    nonce = uuid.uuid4().hex
    scan = {"code": code, "gateId": gate["A"], "nonce": nonce, "deviceId": "scanner-1"}
    entered = walk.expect("John's code opens gate A", walk.ask("POST", path, scan, sarah), result="ok", duplicate=False)
    walk.fact("with his name", entered["ticket"]["attendeeName"] == "John Okello" and entered["ticket"]["status"] == "used"
        and entered["checkIn"]["type"] == "entry", entered)
    again = walk.expect("a second time it does not", walk.ask("POST", path, {**scan, "nonce": uuid.uuid4().hex}, sarah), result="refused",
                        reason="already-redeemed", duplicate=False)
    walk.fact("and says where he came in", again["checkIn"]["previous"]["gateName"].endswith("A")
        and again["checkIn"]["previous"]["deviceId"] == "scanner-1", again)
    walk.expect("the same scan is the same answer", walk.ask("POST", path, scan, sarah), result="ok", duplicate=True)
    walk.expect("its nonce is good for nothing else", walk.ask("POST", path, {**scan, "type": "exit"}, sarah), 422, slug="nonce-reused")
    walk.expect("he leaves", walk.ask("POST", path, {**scan, "type": "exit", "nonce": uuid.uuid4().hex}, sarah), result="ok")
    walk.expect("only once", walk.ask("POST", path, {**scan, "type": "exit", "nonce": uuid.uuid4().hex}, sarah), result="refused",
                reason="not-inside")
    walk.expect("and comes back, for this event lets people", walk.ask("POST", path, {**scan, "nonce": uuid.uuid4().hex}, sarah),
                result="ok")
    walk.expect("a code that is none is invalid", walk.ask("POST", path, {**scan, "code": code[:-4] + "AAAA", "nonce": uuid.uuid4().hex},
                                                           sarah), result="refused", reason="invalid")
    walk.expect("Jane may not scan", walk.ask("POST", path, {**scan, "nonce": uuid.uuid4().hex}, walk.token(*JANE)), 403,
                slug="not-event-staff")
    staff = walk.expect("unless she is made staff", walk.ask("POST", f"/events/{event(9)}/staff", {"email": JANE[0]}, sarah), 201)
    walk.expect("then she may", walk.ask("POST", path, {**scan, "nonce": uuid.uuid4().hex}, walk.token(*JANE)), result="refused",
                reason="already-redeemed")
    walk.expect("she finds the event", walk.ask("GET", "/check-in/events", token=walk.token(*JANE)))
    walk.expect("nobody unknown is staff", walk.ask("POST", f"/events/{event(9)}/staff", {"email": "nobody@example.com"}, sarah), 404,
                slug="user-not-found")
    walk.expect("a gate's name is its own", walk.ask("POST", f"/events/{event(9)}/gates", {"name": gates[0]["name"]}, sarah), 409,
                slug="gate-exists")
    log = walk.expect("the log has it all, newest first", walk.ask("GET", path + "?perPage=50", token=sarah))
    walk.fact("(refusals, too)", len(log["data"]) >= 7 and {row["result"] for row in log["data"]} == {"ok", "refused"}, log)
    walk.expect("and its sums", walk.ask("GET", path + "/stats", token=sarah),
                fields=["ticketsValid", "admitted", "inside", "exits", "byGate", "byTicketType", "refusedByReason"])
    rows = walk.expect("attendees are listed", walk.ask("GET", f"/events/{event(9)}/attendees", token=sarah))
    walk.fact("as they are", {"ticketId", "serial", "attendeeName", "ticketType", "status", "orderNumber", "purchasedAt",
                              "checkedInAt"} <= set(rows["data"][0]), rows["data"][0])
    table = walk.ask("GET", f"/events/{event(9)}/attendees", token=sarah, headers={"Accept": "text/csv"})
    walk.fact("also as a table", table.status == 200 and table.headers["Content-Type"].startswith("text/csv")
        and b"John Okello" in table.data, table)
    walk.expect("scanners do not get it", walk.ask("GET", f"/events/{event(9)}/attendees", token=walk.token(*JANE)), 403)
    told(walk, JOHN, "ticket-scanned")
    other = next(row for row in walk.ask("GET", "/tickets?filter=all&perPage=100", token=walk.token(*JANE))["data"]
        if row["status"] == "valid" and row["event"]["id"] != event(9))
    walk.expect("another event's ticket is at the wrong door",
                walk.ask("POST", path, {**scan, "code": other["qr"]["payload"], "nonce": uuid.uuid4().hex}, sarah), result="refused",
                reason="wrong-event")
    screen = sockets.Live(walk, walk.token(*JANE))
    screen.subscribe(f"check-ins/{event(9)}")
    walk.expect("Jane is no longer staff", walk.ask("DELETE", f"/events/{event(9)}/staff/{staff['userId']}", token=sarah), 204)
    lost = screen.socket.receive(lambda message: "error" in message)
    walk.fact("and her screen says so", lost and lost["error"]["status"] == 403 and lost["topic"] == f"check-ins/{event(9)}", lost)
    screen.close()


def money(walk):
    """R11: the wallet"""
    bob = walk.token(*BOB)
    walk.expect("Bob's wallet", walk.ask("GET", "/wallet", token=bob), available=ugx(600000), onHold=ugx(1591250), withdrawn=ugx(255000),
                pendingWithdrawals=ugx(0))
    earnings = walk.expect("his earnings", walk.ask("GET", "/organizer/earnings", token=bob), fields=["wallet", "events"])
    rows = {row["eventId"]: row for row in earnings["events"]}
    walk.fact("event by event", rows[event(1)]["state"] == "on-hold" and rows[event(11)]["state"] == "available"
        and rows[event(1)]["net"] == ugx(
        rows[event(1)]["gross"]["amount"] - rows[event(1)]["fees"]["amount"] - rows[event(1)]["refunds"]["amount"]), earnings)
    walk.expect("attendees have none", walk.ask("GET", "/wallet", token=walk.token(*load(9))), 403)
    walk.expect("too little is 422", walk.ask("POST", "/wallet/withdrawals", {"amount": ugx(4999)}, bob), 422)
    for amount, field in [({"amount": 5000.5, "currency": "UGX"}, "amount.amount"), ({"amount": 5000}, "amount.currency"),
                          ({"amount": 5000, "currency": "USD"}, "amount.currency"), (1e308, "amount"), ("5000", "amount")]:
        refused = walk.expect(f"{amount} is no amount here", walk.ask("POST", "/wallet/withdrawals", {"amount": amount}, bob), 422,
                              errors=[field])
        walk.fact("and nothing else is wrong", list(refused["errors"]) == [field], refused)
    walk.expect("too much is 409", walk.ask("POST", "/wallet/withdrawals", {"amount": ugx(600001)}, bob), 409, slug="insufficient-balance")
    taken = walk.expect("the rest is taken", walk.ask("POST", "/wallet/withdrawals", {"amount": ugx(100000)}, bob), 201, status="pending")
    walk.expect("from what is available", walk.ask("GET", "/wallet", token=bob), available=ugx(500000), pendingWithdrawals=ugx(100000))
    walk.advance(advance="PT61S")
    bob = walk.token(*BOB)
    walk.eventually("and paid out", lambda: walk.ask("GET", "/wallet", token=bob), lambda answer: answer["withdrawn"] == ugx(355000)
        and answer["pendingWithdrawals"] == ugx(0))
    walk.fact("as the list says", walk.ask("GET", "/wallet/withdrawals", token=bob)["data"][0]["status"] == "paid", taken)
    walk.fact("the books have every line",
              sum(row["amount"]["amount"] for row in walk.ask("GET", "/wallet/entries?perPage=100", token=bob)["data"]
                  if row["bucket"] == "available")
              == walk.ask("GET", "/wallet", token=bob)["available"]["amount"])
    for body, failing in (({"type": "airtel_money"}, ["phone", "accountName"]), ({}, ["type", "accountName"]),
                          ({"type": "bank", "accountName": "B"}, ["accountNumber", "bankName", "accountName"]),
                          ({"type": "bank", "accountNumber": 123456}, ["accountNumber", "bankName", "accountName"])):
        walk.expect("every wrong field of a payout account is named", walk.ask("PUT", "/organizer/payout-account", body, bob), 422,
                    errors=failing)
    walk.expect("the payout account shows four digits", walk.ask("GET", "/organizer/payout-account", token=bob))


def new_code(walk):
    """7. A ticket's new code voids the old one"""
    mine = bought(walk, load(7), 1)["tickets"][0]
    john = walk.token(*load(7))
    mine = walk.ask("GET", f"/tickets/{mine['id']}", token=john).body
    fresh = walk.expect("a code is made anew", walk.ask("POST", f"/tickets/{mine['id']}/reissue", token=john))
    walk.fact("it is another", fresh["qr"]["payload"] != mine["qr"]["payload"] and fresh["serial"] == mine["serial"], fresh)
    old = walk.ask("POST", f"/events/{event(1)}/check-ins", {"code": mine["qr"]["payload"], "nonce": uuid.uuid4().hex}, walk.token(*BOB))
    walk.expect("the old screenshot is revoked", old, result="refused", reason="revoked")
    for _ in range(4):
        walk.ask("POST", f"/tickets/{mine['id']}/reissue", token=john)
    walk.expect("five times at most", walk.ask("POST", f"/tickets/{mine['id']}/reissue", token=john), 409, slug="reissue-limit")


PARTS = [the_door, new_code, edits_and_deletes]
