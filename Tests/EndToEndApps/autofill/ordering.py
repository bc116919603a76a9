"""Orders of fuel as their customers see them: R6, R7, R10, R11, R14, R16, walkthroughs 2 and 3."""

import datetime, uuid
import depot, people
from sockets import Live

NOBODY = "00000000-0000-4000-8000-000000000000"
ORDER = ["id", "number", "status", "version", "clientOrderId", "createdAt", "receivedAt", "queuedOffline", "repriced", "location", "areaId",
         "priceZoneId", "vehicle", "fuelType", "amount", "maxGallons", "schedule", "price", "tip", "promo", "authorization", "payment",
         "driver", "eta", "delivered", "final", "cancellation", "failure", "flags", "photos", "timeline"]
usd = depot.money


def text(moment):
    return moment.astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def quote(home, customer, **changes):
    body = {"location": home.pin, "vehicleId": customer.vehicle, "amount": {"type": "fill_up"}, "scheduleType": "window", **changes}
    return home.walk.eventually("a quote", lambda: customer.ask("POST", "/quotes", body), lambda answer: answer.status == 201, 2)


def windows(walk, home, days=1):
    """What can be booked so many days ahead."""
    date = (walk.now() + datetime.timedelta(days=days)).date()
    answer = walk.ask("GET", f"/delivery-windows?lat={home.pin['lat']}&lng={home.pin['lng']}&fuelType=regular&date={date}")
    return [one for one in answer["data"] if one["available"]]


def wish(quoted, window, **changes):
    body = {"quoteId": quoted["id"], "schedule": {"type": "window", "windowId": window["id"]}, **changes}
    return {key: value for key, value in body.items() if value is not ...}


def read(customer, order):
    return customer.ask("GET", f"/orders/{order}")


def scheduled(walk, home, customer, days=1, **changes):
    """An order in the second window of a day, waiting for a driver."""
    window = windows(walk, home, days)[1]
    placed = customer.ask("POST", "/orders", wish(quote(home, customer), window, paymentMethodId=customer.card, **changes))
    assert placed.status == 201, placed
    walk.eventually("is scheduled", lambda: read(customer, placed["id"]), lambda answer: answer["status"] == "scheduled")
    return placed["id"], window


def placing(walk):
    """An order: every field, its quote and its vehicle are taken"""
    home = depot.Depot(walk)
    customer, window = home.customer(), windows(walk, home)[1]
    quoted = quote(home, customer)
    refused = walk.expect("nothing sent", customer.ask("POST", "/orders", {}), 422, errors=["quoteId", "schedule"])
    walk.fact("nothing else is wrong", set(refused["errors"]) == {"quoteId", "schedule"}, refused)
    for field, value in (("tip", usd(10001)), ("tip", {"amount": 1, "currency": "EUR"}), ("notes", "x" * 301), ("clientOrderId", "x"),
                         ("createdAt", "yesterday"), ("contactPhone", "abc"), ("maxTotal", 1)):
        walk.expect(f"{field} {value!r:.40}", customer.ask("POST", "/orders", wish(quoted, window, **{field: value})), 422, errors=[field])
    walk.expect("both a quote and a draft", customer.ask("POST", "/orders", wish(quoted, window, draft={})), 422, errors=["draft"])
    walk.expect("no such quote", customer.ask("POST", "/orders", wish({"id": NOBODY}, window)), 404)
    walk.expect("somebody else's", home.customer().ask("POST", "/orders", wish(quoted, window)), 404)
    walk.expect("no such window", customer.ask("POST", "/orders", wish(quoted, {"id": NOBODY})), 404)
    walk.expect("a quote for a window", customer.ask("POST", "/orders", wish(quoted, window, schedule={"type": "asap"})), 409,
                slug="quote-mismatch")
    walk.expect("is open again", customer.ask("GET", f"/quotes/{quoted['id']}"), status="open")
    order = walk.expect("an order", customer.ask("POST", "/orders", wish(quoted, window, tip=usd(300), notes="Blue gate")), 201,
                        fields=ORDER, status="pending", version=1, notes="Blue gate", tip=usd(300),
                        authorization={"amount": usd(6204), "cap": usd(6824)})
    walk.fact("its place", order.headers["Location"].endswith(f"/orders/{order['id']}"), order)
    walk.fact("its number", order["number"].startswith("AF1") and order["number"][2:].isdigit(), order)
    schedule = order["schedule"]
    walk.fact("its window", (schedule["startsAt"], schedule["promisedBy"]) == (window["startsAt"], window["endsAt"]), order)
    walk.expect("its quote is used", customer.ask("GET", f"/quotes/{quoted['id']}"), status="used")
    walk.expect("one order per vehicle", customer.ask("POST", "/orders", wish(quote(home, customer), window)), 409,
                        slug="vehicle-has-open-order", orderId=order["id"])
    walk.eventually("its card is authorised", lambda: read(customer, order["id"]),
                    lambda answer: answer["status"] == "scheduled" and answer["payment"]["status"] == "requires_capture")
    home_page = walk.expect("the first page", customer.ask("GET", "/home"))
    walk.fact("shows it", [one["id"] for one in home_page["activeOrders"]] == [order["id"]], home_page)


def offline(walk):
    """Walkthrough 3: phones that upload late"""
    home = depot.Depot(walk)
    customer, client = home.customer(), str(uuid.uuid4())
    quoted, window = quote(home, customer), windows(walk, home)[2]
    walk.advance(advance="PT10M")
    made = walk.now()
    home.staff("POST", "/prices", {"zoneId": home.zone, "fuelType": "regular", "mills": 3499}, 201)
    walk.advance(advance="PT25M")
    body = wish(quoted, window, createdAt=text(made), clientOrderId=client, tip=usd(100), paymentMethodId=customer.card)
    order = walk.expect("the old price", customer.ask("POST", "/orders", body), 201, queuedOffline=True, repriced=False,
                        authorization={"amount": usd(6004), "cap": usd(6604)})
    same = walk.expect("sent once more", customer.ask("POST", "/orders", body, {"Idempotency-Key": str(uuid.uuid4())}), 200)
    walk.fact("is the same order", same["id"] == order["id"], same)
    walk.expect("with another tip", customer.ask("POST", "/orders", {**body, "tip": usd(200)}), 409, slug="client-order-id-reused")
    walk.expect("found by its id", customer.ask("GET", f"/orders?clientOrderId={client}"), fields=["data"])
    walk.expect("and not by what is none", customer.ask("GET", "/orders?clientOrderId=abc"), 422, errors=["clientOrderId"])
    late = home.customer()
    old = quote(home, late)
    walk.advance(advance="PT46M")
    refused = walk.expect("a quote that is over", late.ask("POST", "/orders", wish(old, window)), 409, slug="quote-expired")
    walk.expect("in Spanish, without a cart", late.ask("POST", "/orders", wish(old, window), {"Accept-Language": "es"}), 409,
                message="Este presupuesto ha caducado. Mira el nuevo precio.")
    total = refused["estimate"]["total"]
    walk.fact("with an estimate", "id" not in refused["estimate"] and total == old["total"], refused)
    walk.expect("below it", late.ask("POST", "/orders", wish(old, window, maxTotal=usd(total["amount"] - 1))), 409, slug="price-changed",
                fields=["estimate"])
    walk.expect("at it", late.ask("POST", "/orders", wish(old, window, maxTotal=total)), 201, repriced=True)
    other = home.customer()
    new = quote(home, other)
    day, quarter = walk.now() - datetime.timedelta(hours=24), walk.now() - datetime.timedelta(minutes=15)
    walk.expect("a day old", other.ask("POST", "/orders", wish(new, window, createdAt=text(day))), 409, slug="order-too-old")
    walk.expect("as soon as possible, but stale", other.ask("POST", "/orders", wish(
        new, window, createdAt=text(quarter), schedule={"type": "asap"})), 409, slug="asap-stale")
    early = walk.expect("before its quote", other.ask("POST", "/orders", wish(new, window, createdAt=text(quarter))), 422)
    walk.fact("is wrong in createdAt", set(early["errors"]) == {"createdAt"}, early)
    draft = {"location": home.pin, "vehicleId": other.vehicle, "amount": {"type": "fill_up"}, "scheduleType": "window"}
    body = wish(new, window, quoteId=..., draft=draft)
    walk.expect("a draft without a limit", other.ask("POST", "/orders", body), 422, errors=["maxTotal"])
    walk.expect("one of water alone", other.ask("POST", "/orders", {**body, "draft": {"fuelType": "water"}}), 422,
                errors=["draft.fuelType", "draft.location", "draft.vehicleId", "draft.amount", "draft.scheduleType", "maxTotal"])
    walk.expect("above it", other.ask("POST", "/orders", {**body, "maxTotal": usd(total["amount"] - 1)}), 409, slug="price-changed")
    walk.expect("a draft", other.ask("POST", "/orders", {**body, "maxTotal": total}), 201, repriced=False)


def cancelling(walk):
    """Walkthrough 2, its end: free, then for the fee that was accepted"""
    home = depot.Depot(walk, stops=5)
    customer = home.customer()
    order, window = scheduled(walk, home, customer)
    walk.fact("a stop is taken", next(one for one in windows(walk, home) if one["id"] == window["id"])["remaining"] == 4)
    start = datetime.datetime.fromisoformat(window["startsAt"].replace("Z", "+00:00"))
    shown = read(customer, order)["cancellation"]
    walk.fact("free until two hours before", shown == {"allowed": True, "fee": usd(0),
                                                       "freeUntil": text(start - datetime.timedelta(hours=2))}, shown)
    walk.expect("nobody else cancels it", home.customer().ask("POST", f"/orders/{order}/cancel", {}), 404)
    walk.expect("a driver does not", people.as_(walk, "luis")("POST", f"/orders/{order}/cancel", {}), 403, slug="forbidden")
    walk.expect("a long reason", customer.ask("POST", f"/orders/{order}/cancel", {"reason": "x" * 201}), 422, errors=["reason"])
    walk.advance(to=text(start - datetime.timedelta(minutes=90)))
    walk.expect("a fee is due now", customer.ask("POST", f"/orders/{order}/cancel", {}), 409, slug="cancellation-fee-changed", fee=usd(500))
    walk.expect("less is not enough", customer.ask("POST", f"/orders/{order}/cancel", {"acceptedFee": usd(499)}), 409,
                slug="cancellation-fee-changed")
    walk.fact("it is shown", read(customer, order)["cancellation"]["fee"] == usd(500))
    done = walk.expect("accepted", customer.ask("POST", f"/orders/{order}/cancel", {"acceptedFee": usd(500)}), status="cancelled")
    walk.fact("what was charged is shown", done["cancellation"]["fee"] == usd(500) and done["cancellation"]["allowed"] is False, done)
    walk.expect("once more changes nothing", customer.ask("POST", f"/orders/{order}/cancel", {}), status="cancelled")
    walk.eventually("it is captured", lambda: read(customer, order),
                    lambda answer: answer["final"]["captured"] == usd(500) and answer["payment"]["status"] == "succeeded")
    walk.eventually("the stop is free again", lambda: windows(walk, home, 0) + windows(walk, home),
                    lambda data: all(one["remaining"] == 5 for one in data))
    staffed, _ = scheduled(walk, home, home.customer(), days=2)
    walk.expect("staff cancel for free", people.as_(walk, "dispatch")("POST", f"/orders/{staffed}/cancel", {"reason": "Storm"}),
                status="cancelled")


def moving(walk):
    """R11: another window, claimed before the old one is free"""
    home = depot.Depot(walk, stops=1)
    customer = home.customer()
    order, window = scheduled(walk, home, customer, days=2)
    wanted = windows(walk, home, 2)[3]

    def move(to, who=customer):
        return who.ask("POST", f"/orders/{order}/reschedule", {"windowId": to})
    walk.expect("no window named", customer.ask("POST", f"/orders/{order}/reschedule", {}), 422, errors=["windowId"])
    walk.expect("no such window", move(NOBODY), 404)
    walk.expect("somebody else's order", move(wanted["id"], home.customer()), 404)
    same = walk.expect("the same window", move(window["id"]), status="scheduled")
    moved = walk.expect("another one", move(wanted["id"]), status="scheduled")
    walk.fact("is its window now", moved["schedule"]["windowId"] == wanted["id"] and moved["version"] > same["version"], moved)
    walk.eventually("the old one is free", lambda: [one["id"] for one in windows(walk, home, 2)],
                    lambda ids: window["id"] in ids and wanted["id"] not in ids)
    rival = home.customer()
    taken, _ = scheduled(walk, home, rival, days=2)
    full = read(rival, taken)["schedule"]["windowId"]
    refused = walk.expect("a window that is full", move(full), 409, slug="window-full", fields=["alternatives"])
    walk.fact("says what is free", 0 < len(refused["alternatives"]) <= 3, refused)
    walk.fact("and changes nothing", read(customer, order).body == moved.body)
    for ahead in (4, 5):
        walk.expect("once more", move(windows(walk, home, 2)[ahead]["id"]), status="scheduled")
    walk.expect("three times are all", move(windows(walk, home, 2)[6]["id"]), 409, slug="reschedule-not-allowed")


def lists(walk):
    """Orders in lists: filters, fields, unchanged answers, and what each role may read"""
    home = depot.Depot(walk)
    customer = home.customer()
    first, _ = scheduled(walk, home, customer)
    customer.ask("POST", f"/orders/{first}/cancel", {})
    walk.eventually("its card is free", lambda: read(customer, first), lambda answer: answer["payment"]["status"] == "canceled")
    walk.advance(advance="PT1M")
    second, _ = scheduled(walk, home, customer, days=2)

    def ids(query=""):
        return [one["id"] for one in customer.ask("GET", f"/orders{query}")["data"]]
    walk.fact("newest first", ids() == [second, first])
    walk.fact("open ones", ids("?status=open") == [second] and ids("?status=past") == [first] and ids("?status=scheduled") == [second])
    walk.fact("of a vehicle", ids(f"?vehicleId={customer.vehicle}") == [second, first] and ids(f"?vehicleId={NOBODY}") == [])
    walk.fact("changed since", ids(f"?updatedSince={text(walk.now() - datetime.timedelta(seconds=30))}") == [second])
    for name, value in (("status", "lost"), ("updatedSince", "x"), ("from", "x"), ("perPage", 101)):
        walk.expect(f"{name}={value}", customer.ask("GET", f"/orders?{name}={value}"), 422, errors=[name])
    walk.expect("all at once", customer.ask("GET", "/orders?status=lost&page=0&from=x"), 422, errors=["status", "page", "from"])
    walk.expect("the role comes first", customer.ask("GET", "/orders?scope=all&page=0"), 403, slug="forbidden")
    cut = customer.ask("GET", "/orders?fields=status,number,unknown")["data"][0]
    walk.fact("only the fields that were asked for", set(cut) == {"id", "status", "number"}, cut)
    cut = customer.ask("GET", f"/orders/{second}?fields=status,unknown").body
    walk.fact("of one order, too", set(cut) == {"id", "status"}, cut)
    for path in ("/orders", f"/orders/{second}"):
        answer = customer.ask("GET", path)
        unchanged = customer.ask("GET", path, headers={"If-None-Match": answer.headers["ETag"]})
        walk.fact(f"{path.split('/')[1]} unchanged", unchanged.status == 304, unchanged)
    walk.expect("not everybody's", customer.ask("GET", "/orders?scope=all"), 403, slug="forbidden")
    staff = people.as_(walk, "dispatch")
    everybody = walk.expect("staff read all of an area", staff("GET", f"/orders?scope=all&areaId={home.area}"))
    walk.fact("both are there", {one["id"] for one in everybody["data"]} == {first, second}, everybody)
    walk.expect("but have none of their own", staff("GET", "/orders"), 403, slug="forbidden")
    walk.expect("staff read one", staff("GET", f"/orders/{second}"), id=second)
    walk.expect("other customers do not", people.join(walk).ask("GET", f"/orders/{second}"), 404)
    walk.expect("those who set prices do not", people.as_(walk, "pricing")("GET", f"/orders/{second}"), 403)
    walk.expect("guests do not", walk.ask("GET", f"/orders/{second}"), 401)
    walk.expect("nobody is on the way", customer.ask("GET", f"/orders/{second}/tracking"), status="scheduled", driver=None, eta=None,
                stale=False)


def watching(walk):
    """R14: the order as it is, then each change, in the order of versions"""
    home = depot.Depot(walk)
    customer = home.customer()
    mine = Live(walk, customer.token)
    mine.subscribe("orders/mine")
    order, _ = scheduled(walk, home, customer)
    frame = mine.until("order.status-changed")
    walk.fact("one's orders tell of it", frame and frame["topic"] == "orders/mine" and frame["data"]["orderId"] == order, frame)
    mine.close()
    one = Live(walk, customer.token)
    one.send({"subscribe": f"orders/{order}"})
    snapshot = one.until("order.snapshot")
    walk.fact("the first frame is the order", snapshot and snapshot["data"]["id"] == order and snapshot["data"]["status"] == "scheduled",
              snapshot)
    customer.ask("POST", f"/orders/{order}/cancel", {})
    frame = one.until("order.status-changed")
    walk.fact("then what becomes of it", frame and frame["data"]["status"] == "cancelled" and frame["data"]["by"] == "customer"
              and set(frame["data"]) == {"orderId", "status", "at", "by", "version"}, frame)
    one.close()
    stranger = Live(walk, people.join(walk).token)
    stranger.send({"subscribe": f"orders/{order}"})
    refused = stranger.next()
    walk.fact("strangers are refused", refused and "error" in refused, refused)
    stranger.close()


def erasing(walk):
    """R16: what has not begun is cancelled for free, and nobody is named any more"""
    home = depot.Depot(walk)
    customer = home.customer()
    order, _ = scheduled(walk, home, customer, notes="Blue gate", contactPhone="3055550123")
    walk.expect("the account ends", customer.ask("DELETE", "/auth/me"), 204)
    staff = people.as_(walk, "dispatch")
    gone = walk.eventually("the order is cancelled", lambda: staff("GET", f"/orders/{order}"),
                           lambda answer: answer["status"] == "cancelled" and answer["notes"] is None)
    walk.fact("without a fee", gone["cancellation"]["fee"] == usd(0) and gone["final"] is None, gone)
    walk.fact("nothing names the customer", gone["contactPhone"] is None and gone["vehicle"]["plate"] is None
              and gone["location"]["lat"] == round(home.pin["lat"] * 1e6) // 10_000 / 100, gone)


PARTS = [placing, offline, cancelling, moving, lists, watching, erasing]
