"""Orders of food: walkthrough 1 in cash up to the kitchen's door, walkthrough 2 by card, walkthrough 3 where nobody accepts, and what
an order shows to whom. The seeded restaurant `sofra-24` is open day and night."""

import people
from walk import moment

HOME = {"lat": 24.7040, "lng": 46.6890}
ADDRESS = {"line": "شارع العليا ١٢", "details": "الدور الثاني"}


def money(amount):
    return {"amount": amount, "currency": "SAR"}


def restaurant(walk, slug):
    """As a customer finds it by its slug."""
    found = walk.ask("GET", f"/restaurants?slug={slug}", token=people.token(walk, "customer"))
    assert found.status == 200 and found["data"], found
    return found["data"][0]


def dishes(walk, place, token):
    """Every item of the menu by its Arabic name."""
    menu = walk.ask("GET", f"/restaurants/{place['id']}/menu", token=token)
    assert menu.status == 200, menu
    found = {}

    def look(value):
        if isinstance(value, list):
            for part in value:
                look(part)
        elif isinstance(value, dict):
            if "price" in value and "names" in value:
                found[value["names"]["ar"]] = value
            else:
                for part in value.values():
                    look(part)
    look(menu.body)
    return found


def option(item, name):
    return next(option["id"] for group in item["optionGroups"] for option in group["options"] if option["name"] == name)


def cart(walk, token, tip=500):
    """The cart of the specification: 78.00 with delivery, fee and tip."""
    place = restaurant(walk, "sofra-24")
    menu = dishes(walk, place, token)
    kabsa = menu["كبسة دجاج"]
    return walk.ask("POST", "/quotes", {
        "restaurantId": place["id"], "location": HOME, "tip": money(tip),
        "items": [{"menuItemId": kabsa["id"], "quantity": 1, "options": [option(kabsa, "كامل"), option(kabsa, "دقوس")],
                   "note": "بدون بصل"}, {"menuItemId": menu["لبن"]["id"], "quantity": 2, "options": []}]}, token=token)


def place(walk, token, payment, **more):
    quote = cart(walk, token)
    assert quote.status == 201 and quote["orderable"], quote
    return walk.ask("POST", "/orders", {"quoteId": quote["id"], "payment": payment, "address": ADDRESS, **more}, token=token)


def order(walk, token, id):
    return walk.ask("GET", f"/orders/{id}", token=token)


def becomes(walk, title, token, id, truth):
    return walk.eventually(title, lambda: order(walk, token, id), lambda answer: answer.status == 200 and truth(answer))


def cash(walk):
    """Walkthrough 1: a cash order up to the kitchen's door"""
    customer, owner = people.join(walk), people.token(walk, "owner")
    token = customer["token"]
    quote = cart(walk, token)
    walk.expect("the cart costs 78.00", quote, 201, orderable=True)
    walk.fact("with everything in it", quote["totals"]["total"] == money(7800), quote)
    body = {"quoteId": quote["id"], "payment": {"method": "cash"}, "address": ADDRESS}
    placed = walk.expect("it is ordered", walk.ask("POST", "/orders", body, token=token), 201, status="pending", version=1,
                         statusLabel="قيد الانتظار", leaveAtDoor=False, delivery=None, cancellation=None, rating=None,
                         cancellationFee=money(0), allowedActions=["cancel", "message", "share"])
    walk.fact("paid at the door", placed["payment"]["status"] == "due_on_delivery", placed)
    walk.fact("under a number", placed["number"].startswith("SF-") and int(placed["number"][3:]) > 100000, placed)
    created, deadline = moment(placed["createdAt"]), moment(placed["deadlineAt"])
    walk.fact("its restaurant has ten minutes", (deadline - created).total_seconds() == 600, placed)
    again = walk.expect("the same quote is used up", walk.ask("POST", "/orders", body, token=token), 409, slug="quote-already-used")
    walk.fact("by this order", again["orderId"] == placed["id"], again)
    id = placed["id"]
    walk.expect("the owner sees it", order(walk, owner, id), status="pending", allowedActions=["accept", "reject", "message"])
    walk.expect("it can't be ready yet", walk.ask("POST", f"/orders/{id}/ready", {}, token=owner), 409, slug="invalid-transition",
                currentStatus="pending")
    accepted = walk.expect("the owner accepts", walk.ask("POST", f"/orders/{id}/accept", {}, token=owner), status="accepted")
    walk.expect("twice is once", walk.ask("POST", f"/orders/{id}/accept", {}, token=owner), status="accepted",
                version=accepted["version"])
    seen = walk.expect("the customer has a code", order(walk, token, id), status="accepted")
    walk.fact("of four digits", len(seen["deliveryCode"]) == 4 and seen["deliveryCode"].isdigit(), seen)
    walk.expect("which nobody else sees", order(walk, owner, id), deliveryCode=None)
    walk.expect("the kitchen begins", walk.ask("POST", f"/orders/{id}/prepare", {}, token=owner), status="preparing")
    walk.expect("needs longer", walk.ask("PUT", f"/orders/{id}/prep-time", {"prepMinutes": 30}, token=owner), status="preparing")
    walk.expect("and is ready", walk.ask("POST", f"/orders/{id}/ready", {}, token=owner), status="ready")
    walk.expect("now nobody of them cancels", walk.ask("POST", f"/orders/{id}/cancel", {"reason": "mistake"}, token=token), 409,
                slug="order-not-cancellable")
    timeline = [step["status"] for step in order(walk, token, id)["timeline"]]
    walk.fact("the timeline tells it", timeline == ["pending", "accepted", "preparing", "ready"], timeline)
    mine = walk.ask("GET", "/orders/active", token=token)
    walk.fact("it is on the list of active orders", [row["id"] for row in mine["data"]] == [id], mine)
    listed = walk.ask("GET", f"/restaurants/{placed['restaurant']['id']}/orders?status=ready", token=owner)
    walk.fact("and on the restaurant's", id in [row["id"] for row in listed["data"]], listed)
    walk.expect("the staff ends it", walk.ask("POST", f"/orders/{id}/cancel", {"reason": "other", "note": "تجربة"},
                                              token=people.token(walk, "support")), status="cancelled", deadlineAt=None)
    talk(walk, customer, owner, placed)


def talk(walk, customer, owner, placed):
    """The thread of an order, and its link."""
    token, id = customer["token"], placed["id"]
    said = walk.expect("the customer writes", walk.ask("POST", f"/orders/{id}/messages", {"text": "شكراً"}, token=token), 201,
                       text="شكراً")
    walk.fact("under a first name", said["from"] == {"role": "customer", "name": "سارة"}, said)
    read = walk.ask("GET", f"/orders/{id}/messages", token=owner)
    walk.fact("the owner reads it", [row["text"] for row in read["data"]] == ["شكراً"], read)
    walk.expect("an accountant does not", walk.ask("GET", f"/orders/{id}/messages", token=people.token(walk, "accountant")), 404)
    walk.expect("an order that ended has no new link", walk.ask("POST", f"/orders/{id}/share", {}, token=token), 409, slug="conflict")


def card(walk):
    """Walkthrough 2: by card, cancelled for a fee"""
    customer, owner = people.join(walk), people.token(walk, "owner")
    token = customer["token"]
    method = walk.ask("POST", "/payment-methods", {"type": "card", "number": "4242424242424242", "expMonth": 12, "expYear": 2030,
                                                   "cvc": "123"}, token=token)
    assert method.status == 201, method
    placed = walk.expect("a card order", place(walk, token, {"method": "card", "paymentMethodId": method["id"]}), 201, status="pending")
    id = placed["id"]
    becomes(walk, "is paid", token, id, lambda answer: answer["payment"]["status"] == "paid")
    walk.expect("the owner accepts", walk.ask("POST", f"/orders/{id}/accept", {}, token=owner), status="accepted")
    walk.advance(advance="PT3M")
    token, owner = people.again(walk, customer), people.token(walk, "owner")
    walk.expect("after the grace time cancelling costs", order(walk, token, id), cancellationFee=money(1240))
    refused = walk.expect("which must be accepted", walk.ask("POST", f"/orders/{id}/cancel", {"reason": "too_slow"}, token=token), 409,
                          slug="cancellation-fee-changed")
    walk.fact("it is 12.40", refused["fee"] == money(1240), refused)
    ended = walk.expect("with it the order ends", walk.ask("POST", f"/orders/{id}/cancel", {
        "reason": "too_slow", "acceptedFee": money(1240)}, token=token), status="cancelled")
    walk.fact("the rest goes back", ended["cancellation"]["refund"] == money(6560), ended)
    becomes(walk, "and arrives", token, id, lambda answer: answer["payment"]["status"] == "partially_refunded"
            and answer["totals"]["refunded"] == money(6560))
    bad = walk.ask("POST", "/payment-methods", {"type": "card", "number": "4000000000000002", "expMonth": 12, "expYear": 2030,
                                                "cvc": "123"}, token=token)
    placed = walk.expect("another card", place(walk, token, {"method": "card", "paymentMethodId": bad["id"]}), 201, status="pending")
    becomes(walk, "is declined", token, placed["id"], lambda answer: answer["payment"]["status"] == "failed")
    walk.expect("its restaurant does not see it", order(walk, owner, placed["id"]), 404)
    paid = walk.ask("POST", f"/payments/{placed['payment']['id']}/confirm", {"paymentMethodId": method["id"]}, token=token)
    walk.fact("the first card pays", paid.status in (200, 202), paid)
    becomes(walk, "and the restaurant sees it", owner, placed["id"], lambda answer: answer["payment"]["status"] == "paid")
    walk.expect("which rejects it", walk.ask("POST", f"/orders/{placed['id']}/reject", {"reason": "closing"}, token=owner),
                status="cancelled")


def nobody(walk):
    """Walkthrough 3: nobody accepts"""
    customer = people.join(walk)
    placed = walk.expect("a cash order", place(walk, customer["token"], {"method": "cash"}), 201, status="pending")
    walk.advance(advance="PT9M30S")
    token = people.again(walk, customer)
    walk.expect("waits for nine and a half minutes", order(walk, token, placed["id"]), status="pending")
    walk.advance(advance="PT31S")
    token = people.again(walk, customer)
    ended = walk.expect("and no longer than ten", order(walk, token, placed["id"]), status="cancelled", estimatedDeliveryAt=None)
    walk.fact("the system says why", ended["cancellation"]["reason"] == "not_accepted"
              and ended["cancellation"]["by"] == {"role": "system", "id": None}, ended)
    walk.expect("then it can't be accepted", walk.ask("POST", f"/orders/{placed['id']}/accept", {}, token=people.token(walk, "owner")),
                409, slug="acceptance-window-closed")


def strangers(walk):
    """Who sees an order, and what is wrong with one"""
    customer = people.join(walk)
    token = customer["token"]
    quote = cart(walk, token)
    walk.expect("no door without a card", walk.ask("POST", "/orders", {
        "quoteId": quote["id"], "payment": {"method": "cash"}, "address": ADDRESS, "leaveAtDoor": True}, token=token), 422,
        errors=["leaveAtDoor"])
    walk.expect("an unknown quote", walk.ask("POST", "/orders", {
        "quoteId": "00000000-0000-4000-8000-000000000000", "payment": {"method": "cash"}, "address": ADDRESS}, token=token), 404,
        slug="quote-not-found")
    walk.expect("an owner orders nothing", walk.ask("POST", "/orders", {}, token=people.token(walk, "owner")), 403,
                requiredPermission="orders:place")
    placed = walk.ask("POST", "/orders", {"quoteId": quote["id"], "payment": {"method": "cash"}, "address": ADDRESS}, token=token)
    walk.expect("the order stands", placed, 201)
    id = placed["id"]
    for account in ("customer2", "owner2", "courier1", "social"):
        walk.expect(f"{account} does not see it", order(walk, people.token(walk, account), id), 404)
    seen = walk.expect("the accountant sees no contacts", order(walk, people.token(walk, "accountant"), id))
    walk.fact("of the address neither", seen["address"]["line"] == "•••" and seen["address"]["location"] is None
              and "•" in seen["customer"]["phone"], seen)
    link = walk.expect("a link", walk.ask("POST", f"/orders/{id}/share", {}, token=token), 201, fields=["token", "url"])
    walk.expect("is the same again", walk.ask("POST", f"/orders/{id}/share", {}, token=token), 201, token=link["token"])
    walk.expect("shows the order to a guest", walk.ask("GET", f"/track/{link['token']}"), status="pending", number=placed["number"],
                courierFirstName=None, courierLocation=None)
    walk.expect("until it is ended", walk.ask("DELETE", f"/orders/{id}/share", token=token), 204)
    walk.expect("then nobody", walk.ask("GET", f"/track/{link['token']}"), 404)
    walk.expect("the staff finds it by its number", walk.ask("GET", f"/admin/orders?search={placed['number']}",
                                                             token=people.token(walk, "support")), fields=["data", "meta"])
    walk.expect("an unknown filter is refused", walk.ask("GET", "/orders?status=eaten", token=token), 422, errors=["status"])
    walk.expect("the customer cancels", walk.ask("POST", f"/orders/{id}/cancel", {"reason": "mistake"}, token=token), status="cancelled")
    config = walk.expect("the app knows its words", walk.ask("GET", "/app-config"), currency="SAR", timezone="Asia/Riyadh",
                         serviceFee=money(200), cashLimit=money(50000))
    walk.fact("all seven of them", [state["label"] for state in config["statuses"]] == [
        "قيد الانتظار", "مقبول", "قيد التحضير", "جاهز", "قيد التوصيل", "تم التوصيل", "ملغي"], config)
    walk.fact("in a language of many, as caches must know", "Accept-Language" in config.headers.get("Vary", ""), config)


PARTS = [strangers, cash, card, nobody]
