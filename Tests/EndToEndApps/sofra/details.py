"""Repeated requests and caches, the order in which orders are refused, lists, and the live side of an order."""

import datetime, uuid
import people, riding, sockets

NOBODY = "00000000-0000-4000-8000-000000000000"
ADDRESS = {"line": "شارع العليا ١٢", "details": "الدور الثالث"}
CASH = {"method": "cash"}
sar = riding.money


def asking(walk, token):
    """A caller: method, path, body, headers → answer."""
    return lambda method, path, body=None, **headers: walk.ask(
        method, path, body, token, {name.replace("_", "-"): value for name, value in headers.items()})


def quote(walk, kitchen, customer, quantity=1, **more):
    return walk.ask("POST", "/quotes", {
        "restaurantId": kitchen.id, "items": [{"menuItemId": kitchen.dish, "quantity": quantity, "options": []}],
        "location": riding.near(kitchen.place, 1500), **more}, customer["token"])


def repeated(walk):
    """Idempotency keys and caches"""
    kitchen, customer = riding.Kitchen(walk), people.join(walk)
    ask, own = asking(walk, customer["token"]), asking(walk, kitchen.owner["token"])
    cart = quote(walk, kitchen, customer)
    key = uuid.uuid4().hex
    body = {"quoteId": cart["id"], "payment": CASH, "address": ADDRESS}
    first = walk.expect("ordered", ask("POST", "/orders", body, Idempotency_Key=key), 201)
    again = walk.expect("the same answer to the same key", ask("POST", "/orders", body, Idempotency_Key=key), 201, id=first["id"])
    walk.fact("said to be a repeat", again.headers.get("Idempotency-Replayed") == "true" and again.body == first.body, again)
    walk.expect("another body is another request", ask("POST", "/orders", {**body, "note": "x"}, Idempotency_Key=key), 422,
                slug="idempotency-key-reused")
    walk.expect("another route as well", ask("POST", f"/orders/{first['id']}/share", {}, Idempotency_Key=key), 422,
                slug="idempotency-key-reused")
    key = uuid.uuid4().hex
    said = [walk.expect("a message", ask("POST", f"/orders/{first['id']}/messages", {"text": "مرحبا"}, Idempotency_Key=key), 201)["id"]
            for _ in range(2)]
    walk.fact("is said once", said[0] == said[1] and ask("GET", f"/orders/{first['id']}/messages")["meta"]["total"] == 1, said)
    for path in (f"/restaurants/{kitchen.id}", f"/restaurants/{kitchen.id}/menu", "/restaurants", f"/restaurants/{kitchen.id}/reviews"):
        seen = ask("GET", path)
        tag = seen.headers.get("ETag")
        walk.fact(f"{path} has an ETag", seen.status == 200 and tag, seen)
        same = ask("GET", path, If_None_Match=tag)
        walk.fact("and is not sent again", same.status == 304 and not same.data, same)
    tag = ask("GET", f"/restaurants/{kitchen.id}/menu").headers["ETag"]
    walk.expect("a dish changes", own("PUT", f"/menu-items/{kitchen.dish}", {"price": sar(2900)}), price=sar(2900))
    walk.expect("and so does the menu", ask("GET", f"/restaurants/{kitchen.id}/menu", If_None_Match=tag))
    wrong = ask("DELETE", "/orders")
    walk.fact("a wrong method names the right ones", wrong.status == 405 and "POST" in wrong.headers.get("Allow", ""), wrong)
    walk.expect("the order keeps its price", ask("GET", f"/orders/{first['id']}"), totals=first["totals"])
    walk.expect("cancelled", ask("POST", f"/orders/{first['id']}/cancel", {"reason": "mistake"}), status="cancelled")
    walk.expect("twice is once", ask("POST", f"/orders/{first['id']}/cancel", {"reason": "mistake"}), status="cancelled")
    walk.expect("but not for the staff", walk.ask("POST", f"/orders/{first['id']}/cancel", {"reason": "other", "note": "x"},
                people.token(walk, "support")), 409, slug="order-not-cancellable")
    walk.expect("a quote serves once", ask("POST", "/orders", body), 409, slug="quote-already-used", orderId=first["id"])


def refusals(walk):
    """Orders that are refused, in the order of the document"""
    kitchen, customer = riding.Kitchen(walk), people.join(walk)
    ask = asking(walk, customer["token"])

    def order(cart, **changes):
        return ask("POST", "/orders", {"quoteId": cart["id"] if cart else NOBODY, "payment": CASH, "address": ADDRESS, **changes})
    walk.expect("every field that is wrong", ask("POST", "/orders", {
        "payment": {"method": "gold"}, "address": {"line": "ab"}, "note": "x" * 301}), 422, errors=["quoteId", "payment.method", "note"])
    walk.expect("a line of two letters", order(None, address={"line": "ab"}), 422, errors=["address.line"])
    walk.expect("at the door, unpaid", order(None, leaveAtDoor=True), 422, errors=["leaveAtDoor"])
    walk.expect("an unknown quote", order(None), 404, slug="quote-not-found")
    other = people.join(walk)
    walk.expect("another's quote", order(quote(walk, kitchen, other)), 404, slug="quote-not-found")
    dear = walk.expect("a cart above what is paid in cash", quote(walk, kitchen, customer, 20), 201, orderable=True)
    refused = walk.expect("is refused in cash", order(dear), 409, slug="quote-not-orderable")
    walk.fact("with the reason", [one["code"] for one in refused["problems"]] == ["cash-limit-exceeded"], refused)
    walk.expect("its quote is not used up", walk.ask("GET", f"/quotes/{dear['id']}", token=customer["token"]), orderable=True)
    far = walk.expect("a cart from too far", ask("POST", "/quotes", {
        "restaurantId": kitchen.id, "items": [{"menuItemId": kitchen.dish, "quantity": 1, "options": []}],
        "location": riding.near(kitchen.place, 9000)}), 201, orderable=False, zone=None, etaMinutes=None)
    refused = walk.expect("can't be ordered", order(far), 409, slug="quote-not-orderable")
    walk.fact("as it is out of the zone", [one["code"] for one in refused["problems"]] == ["out-of-zone"], refused)
    carts = [quote(walk, kitchen, customer) for _ in range(4)]
    placed = [order(cart) for cart in carts[:3]]
    walk.fact("three at a time", [answer.status for answer in placed] == [201] * 3, *placed)
    walk.expect("a fourth is too many", order(carts[3]), 409, slug="too-many-active-orders")
    walk.expect("even for an unknown quote", order(None), 409, slug="too-many-active-orders")
    numbers = [int(answer["number"][3:]) for answer in placed]
    walk.fact("numbers rise", numbers == sorted(set(numbers)), numbers)
    rows = walk.expect("the newest first", ask("GET", "/orders?status=pending,accepted&perPage=2"))
    walk.fact("in pages", [row["id"] for row in rows["data"]] == [placed[2]["id"], placed[1]["id"]]
              and rows["meta"] == {"page": 1, "perPage": 2, "total": 3, "lastPage": 2}, rows)
    walk.fact("final ones are none", ask("GET", "/orders?status=final")["data"] == [])
    for query, field in (("status=pending,eaten", "status"), ("from=2026-12-02&to=2026-12-01", "from"),
                         ("updatedSince=now", "updatedSince"), ("page=0", "page"), ("perPage=101", "perPage")):
        for path in ("/orders", "/orders/active"):
            walk.expect(f"{path}?{query} is refused", ask("GET", f"{path}?{query}"), 422, errors=[field])
    walk.fact("active ones by status", [row["id"] for row in ask("GET", "/orders/active?status=pending,cancelled")["data"]]
              == [answer["id"] for answer in placed[::-1]] and ask("GET", "/orders/active?status=final")["data"] == [])
    since = ask("GET", f"/orders/{placed[1]['id']}")["updatedAt"]
    changed = ask("GET", f"/orders?updatedSince={since}")["data"]
    walk.fact("what changed since is inclusive", placed[1]["id"] in [row["id"] for row in changed], changed)
    day = (walk.now() + datetime.timedelta(hours=3)).strftime("%Y-%m-%d")
    walk.fact("today's are three", ask("GET", f"/orders?from={day}&to={day}")["meta"]["total"] == 3)
    for answer in placed:
        walk.expect("ended", ask("POST", f"/orders/{answer['id']}/cancel", {"reason": "mistake"}), status="cancelled")
    walk.advance(advance="PT15M")
    customer["token"] = people.again(walk, customer)
    ask = asking(walk, customer["token"])
    walk.expect("a quote is dead after a quarter of an hour", order(carts[3]), 409, slug="quote-expired")
    walk.advance(advance="P1D")
    customer["token"] = people.again(walk, customer)
    walk.expect("and gone after a day", walk.ask("GET", f"/quotes/{carts[3]['id']}", token=customer["token"]), 404)


def live(walk):
    """What the live side tells of an order"""
    kitchen, customer = riding.Kitchen(walk), people.join(walk)
    guest = sockets.WebSocket(walk.platform.port, f"{walk.base}/ws")
    walk.fact("guests have no socket", guest.status == 401, guest.head)
    buyer, cook = sockets.Live(walk, customer["token"]), sockets.Live(walk, kitchen.owner["token"])
    rider, stranger = (sockets.Live(walk, people.token(walk, account)) for account in ("courier2", "customer2"))
    cook.subscribe("orders/mine")
    buyer.subscribe(f"listings/{kitchen.id}")
    rider.subscribe("deliveries/mine")
    order = kitchen.order(customer)["id"]
    placed = cook.until("order.placed")
    walk.fact("the owner hears of it", placed and placed["topic"] == "orders/mine" and placed["data"]["id"] == order
              and set(placed["data"]) >= {"id", "version", "status", "paymentStatus", "estimatedDeliveryAt"}, placed)
    buyer.subscribe(f"orders/{order}")
    for socket, topic in ((stranger, f"orders/{order}"), (stranger, f"orders/{NOBODY}"), (buyer, "nonsense/mine")):
        socket.send({"subscribe": topic})
        refused = socket.next()
        walk.fact(f"{topic} is nothing for them", (refused.get("error") or {}).get("status") == 404, refused)
    kitchen.step(order, "accept")
    heard = buyer.until("order.updated")
    walk.fact("the customer sees each change", heard and heard["topic"] == f"orders/{order}" and heard["data"]["status"] == "accepted"
              and heard["data"]["version"] >= 2, heard)
    riding.online(walk, "courier2", riding.near(kitchen.place, 100))
    offer = rider.until("offer.created")
    walk.fact("the courier has an offer", offer and offer["data"]["deliveryId"] == order
              and offer["data"].get("expiresAt", "left out") is None and offer["data"]["cash"], offer)
    walk.expect("claims it", riding.ride(walk, "courier2", "claim", order), status="assigned")
    walk.fact("and hears of his job", rider.until("delivery.updated"), rider.heard)
    rider.subscribe(f"orders/{order}")
    written = asking(walk, people.token(walk, "courier2"))("POST", f"/orders/{order}/messages", {"text": "في الطريق"})
    walk.expect("he writes", written, 201)
    told = buyer.until("order.message")
    walk.fact("the customer reads it at once", told and told["data"]["text"] == "في الطريق", told)
    walk.expect("releases it", riding.ride(walk, "courier2", "release", order, {"reason": "إطار"}), status="searching")
    lost = rider.socket.receive(lambda message: "error" in message)
    walk.fact("and is told that the order is no longer his", lost and lost["error"]["status"] == 403, lost)
    kitchen.ask("PUT", f"/restaurants/{kitchen.id}/availability", {"mode": "paused"})
    listing = buyer.until("listing.updated")
    walk.fact("a pause is seen", listing and listing["data"]["open"] is False and listing["data"]["mode"] == "paused"
              and "menuVersion" in listing["data"], listing)
    kitchen.ask("PUT", f"/restaurants/{kitchen.id}/availability", {"mode": "normal"})
    walk.expect("the owner cancels", kitchen.ask("POST", f"/orders/{order}/cancel", {"reason": "closing"}), status="cancelled")
    ended = buyer.socket.receive(lambda message: (message.get("data") or {}).get("status") == "cancelled")
    walk.fact("the estimate of what ended is null", ended and ended["data"].get("estimatedDeliveryAt", "left out") is None, ended)
    for socket in (buyer, cook, rider, stranger):
        socket.close()
    riding.offline(walk, "courier2")


PARTS = [repeated, refusals, live]
