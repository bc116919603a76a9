"""How orders end: rated and reviewed, with a code tried five times, with nobody at the door, with an account that goes."""

import people, riding, walk as walking
from details import asking

sar = riding.money


def delivered(walk, kitchen, customer, rider="courier2"):
    order = kitchen.order(customer)
    kitchen.step(order["id"], "accept")
    riding.online(walk, rider, riding.near(kitchen.place, 100))
    for step in ("prepare", "ready"):
        kitchen.step(order["id"], step)
    for step in ("claim", "pickup"):
        answer = riding.ride(walk, rider, step, order["id"])
        assert answer.status == 200, answer
    code = walk.ask("GET", f"/orders/{order['id']}", token=customer["token"])["deliveryCode"]
    return order, {"code": code, "cashCollected": order["totals"]["total"]}


def rated(walk):
    """Ratings, reviews, links: until they end"""
    kitchen, customer = riding.Kitchen(walk), people.join(walk)
    order, proof = delivered(walk, kitchen, customer)
    id, ask = order["id"], asking(walk, customer["token"])
    link = walk.expect("a link", ask("POST", f"/orders/{id}/share", {}), 201, fields=["token", "url"])
    walk.fact("is a whole address", link["url"].startswith("http") and link["token"] in link["url"], link)
    seen = walk.expect("shows the way", walk.ask("GET", f"/track/{link['token']}"), status="out_for_delivery", courierFirstName="ماجد")
    walk.fact("and no more than it should", set(seen.body) == {"number", "status", "statusLabel", "restaurantName", "estimatedDeliveryAt",
              "courierFirstName", "courierLocation"} and seen["courierLocation"]["lat"] is not None, seen)
    walk.expect("too early to rate", ask("PUT", f"/orders/{id}/rating", {"restaurantStars": 5}), 409, slug="order-not-delivered")
    walk.expect("delivered", riding.ride(walk, "courier2", "complete", id, proof), status="delivered")
    riding.offline(walk, "courier2")
    for stars in (0, 6, "5", 4.5):
        walk.expect(f"{stars!r} stars", ask("PUT", f"/orders/{id}/rating", {"restaurantStars": stars}), 422, errors=["restaurantStars"])
    walk.expect("rated", ask("PUT", f"/orders/{id}/rating", {"restaurantStars": 4, "courierStars": 5, "comment": "لذيذ"}), 201)
    walk.expect("changed", ask("PUT", f"/orders/{id}/rating", {"restaurantStars": 3, "comment": "لذيذ جداً"}), 200)
    walk.eventually("the restaurant has it", lambda: ask("GET", f"/restaurants/{kitchen.id}"),
                    lambda answer: (answer["rating"], answer["ratingCount"]) == (3.0, 1))
    reviews = walk.eventually("everybody reads it", lambda: ask("GET", f"/restaurants/{kitchen.id}/reviews"),
                              lambda answer: answer["data"][0]["comment"] == "لذيذ جداً")
    review = reviews["data"][0]
    walk.fact("under a first name", set(review) >= {"id", "stars", "comment", "customerName", "reply", "at"}
              and (review["customerName"], review["stars"], review["reply"]) == ("سارة", 3, None), review)
    walk.expect("the owner replies", kitchen.ask("PUT", f"/reviews/{review['id']}/reply", {"text": "شكراً لك"}))
    walk.expect("a reply has a text", kitchen.ask("PUT", f"/reviews/{review['id']}/reply", {"text": ""}, 422), 422, errors=["text"])
    staff = asking(walk, people.token(walk, "social"))
    walk.fact("hidden", staff("POST", f"/reviews/{review['id']}/hide", {}).status in (200, 204))
    hidden = ask("GET", f"/restaurants/{kitchen.id}/reviews")["data"][0]
    walk.fact("its words are gone, its stars stay", (hidden["stars"], hidden["comment"], hidden["reply"]) == (3, None, None), hidden)
    walk.fact("staff reads it still", staff("GET", f"/restaurants/{kitchen.id}/reviews")["data"][0]["comment"] == "لذيذ جداً")
    walk.fact("shown", staff("POST", f"/reviews/{review['id']}/show", {}).status in (200, 204))
    shown = ask("GET", f"/restaurants/{kitchen.id}/reviews")["data"][0]
    walk.fact("with its reply", (shown["comment"], (shown["reply"] or {}).get("text", shown["reply"]) if isinstance(shown["reply"], dict)
              else shown["reply"]) == ("لذيذ جداً", "شكراً لك"), shown)
    board = walk.expect("the owner's day", kitchen.ask("GET", f"/restaurants/{kitchen.id}/dashboard"), gross=sar(2800),
                        commission=sar(420), payout=sar(2380), acceptanceRate=1.0)
    walk.fact("counts it", board["counts"]["delivered"] == 1, board)
    total = walk.expect("the report counts it", walk.ask("GET", "/admin/reports/summary?groupBy=restaurant",
                        token=people.token(walk, "accountant")), fields=["delivered", "cancelled", "gross", "commission", "deliveryFees",
                                                                        "tips", "refunds", "groups"])
    walk.fact("as one of its groups", any(kitchen.id in group.values() for group in total["groups"]), total)
    walk.advance(advance="PT23H50M")
    walk.expect("a link lives for a day", walk.ask("GET", f"/track/{link['token']}"), status="delivered", courierLocation=None)
    customer["token"] = people.again(walk, customer)
    ask = asking(walk, customer["token"])
    walk.expect("as does the thread", ask("POST", f"/orders/{id}/messages", {"text": "نسيت"}), 201)
    walk.advance(advance="PT11M")
    walk.expect("then it is over", walk.ask("GET", f"/track/{link['token']}"), 410, slug="tracking-link-expired")
    customer["token"] = people.again(walk, customer)
    ask = asking(walk, customer["token"])
    walk.expect("for the customer", ask("POST", f"/orders/{id}/messages", {"text": "نسيت"}), 409, slug="thread-closed")
    walk.expect("not for the staff", walk.ask("POST", f"/orders/{id}/messages", {"text": "نعتذر"}, people.token(walk, "support")), 201)
    walk.advance(advance="P6D")
    customer["token"] = people.again(walk, customer)
    walk.expect("after a week a rating stays", walk.ask("PUT", f"/orders/{id}/rating", {"restaurantStars": 5}, customer["token"]), 409,
                slug="rating-window-closed")


def codes(walk):
    """Five wrong codes; a customer nobody finds; what the staff decides about money"""
    kitchen, customer = riding.Kitchen(walk), people.join(walk)
    order, proof = delivered(walk, kitchen, customer)
    for left in (4, 3, 2, 1, 0):
        wrong = {**proof, "code": f"{(int(proof['code']) + 1 + left) % 10_000:04d}"}
        walk.expect(f"a wrong code, {left} left", riding.ride(walk, "courier2", "complete", order["id"], wrong), 422,
                    slug="wrong-delivery-code", attemptsLeft=left)
    walk.expect("then the right one is too late", riding.ride(walk, "courier2", "complete", order["id"], proof), 409,
                slug="delivery-code-locked")
    walk.expect("a note is due", walk.ask("POST", f"/deliveries/{order['id']}/complete-override", {}, people.token(walk, "support")), 422,
                errors=["note"])
    other = walk.ask("POST", f"/deliveries/{order['id']}/complete-override", {"cashCollected": {"amount": 1, "currency": "EUR"}},
                     people.token(walk, "support"))
    walk.expect("a note and the app's own money", other, 422, errors=["note", "cashCollected"])
    walk.expect("another sum", walk.ask("POST", f"/deliveries/{order['id']}/complete-override", {
        "note": "x", "cashCollected": sar(1)}, people.token(walk, "support")), 422, errors=["cashCollected"])
    done = walk.expect("the staff completes it", walk.ask("POST", f"/deliveries/{order['id']}/complete-override", {
        "note": "أكد العميل"}, people.token(walk, "support")), status="delivered")
    walk.fact("its proof says so", done["proof"]["type"] == "override", done)
    order, _ = delivered(walk, kitchen, customer)
    support = asking(walk, people.token(walk, "support"))
    for body, field in (({"reason": "other"}, "note"), ({"reason": "mistake", "note": "x"}, "reason"),
                        ({"reason": "other", "note": "x", "refund": sar(1)}, "refund")):
        walk.expect(f"the staff does not cancel with {body}", support("POST", f"/orders/{order['id']}/cancel", body), 422, errors=[field])
    walk.expect("arrived", riding.ride(walk, "courier2", "arrive-customer", order["id"]), status="at_customer")
    early = walk.expect("nobody opens", riding.ride(walk, "courier2", "fail", order["id"], {"reason": "customer_unreachable"}), 409,
                        slug="too-early")
    until = walking.moment(early["allowedAt"])
    # On a busy machine some time has passed; the answer is rounded up.
    walk.fact("ten minutes are waited", 500 <= (until - walk.now()).total_seconds() <= 601, early)
    walk.advance(to=early["allowedAt"])
    failed = walk.expect("then it is undeliverable", riding.ride(walk, "courier2", "fail", order["id"], {"reason": "customer_unreachable"}),
                         status="failed")
    walk.expect("twice is once", riding.ride(walk, "courier2", "fail", order["id"], {"reason": "customer_unreachable"}), status="failed")
    customer["token"] = people.again(walk, customer)
    kitchen.owner["token"] = people.again(walk, kitchen.owner)
    ended = walk.expect("the order has ended", walk.ask("GET", f"/orders/{order['id']}", token=customer["token"]), status="cancelled",
                        cancellationFee=None, estimatedDeliveryAt=None)
    why = ended["cancellation"]
    walk.fact("by the courier", (why["by"]["role"], why["reason"], why["note"]) == ("courier", "undeliverable", "customer_unreachable"),
              why, failed)
    riding.offline(walk, "courier2")
    books = walk.ask("GET", f"/admin/reports/ledger?from=2020-01-01&perPage=100", token=people.token(walk, "accountant"))
    mine = next(one for one in books["transactions"] if one["id"] == f"cancelled:{order['id']}")
    found = {(entry.get("account"), entry["type"]): entry["amount"]["amount"] for entry in mine["entries"]}
    walk.fact("restaurant and courier are paid, without tip", sorted(value for value in found.values() if value) and
              sum(found.values()) == 0 and 2800 in found.values() and -420 in found.values() and 720 in found.values(), mine)


def leaving(walk):
    """A customer whose account goes while an order is under way"""
    kitchen, customer = riding.Kitchen(walk), people.join(walk)
    order = kitchen.order(customer)["id"]
    walk.expect("says something", walk.ask("POST", f"/orders/{order}/messages", {"text": "عند الباب"}, customer["token"]), 201)
    walk.expect("the account goes", walk.ask("DELETE", "/auth/me", token=customer["token"]), 204)
    own = asking(walk, kitchen.owner["token"])
    walk.expect("the order goes on", own("POST", f"/orders/{order}/accept", {}), status="accepted")
    walk.fact("with its name", own("GET", f"/orders/{order}")["customer"]["name"] != "محذوف")
    walk.expect("the owner ends it", own("POST", f"/orders/{order}/cancel", {"reason": "too_busy"}), status="cancelled")
    support = asking(walk, people.token(walk, "support"))
    seen = walk.eventually("then nothing personal is left", lambda: support("GET", f"/orders/{order}"),
                           lambda answer: answer["customer"]["name"] == "محذوف")
    walk.fact("no number, no door", seen["customer"]["phone"] is None and [seen["address"][name] for name in (
        "line", "details", "location", "phone")] == [None] * 4 and seen["note"] is None, seen)
    said = support("GET", f"/orders/{order}/messages")
    walk.fact("no word", [row["text"] for row in said["data"]] == ["[محذوف]"], said)


PARTS = [rated, codes, leaving]
