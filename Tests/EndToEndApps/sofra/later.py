"""What time brings: banners that begin and end, refunds that fail and are tried again, an Apple Pay card that is declined."""

import datetime
import people, riding


def text(moment):
    return moment.astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def banners(walk):
    """Banners are live from their start until their end"""
    start = walk.now() + datetime.timedelta(minutes=10)
    end = start + datetime.timedelta(minutes=10)

    def editor(method, path, body=None):
        return walk.ask(method, path, body, token=people.token(walk, "social"))

    def live():
        return [banner["id"] for banner in walk.ask("GET", "/home")["banners"]]
    made = walk.expect("a banner for ten minutes", editor("POST", "/banners", {
        "titles": {"ar": "عرض الغداء", "en": "Lunch offer"}, "startsAt": text(start), "endsAt": text(end)}), 201, title="عرض الغداء")
    path = f"/banners/{made['id']}"
    for wrong, field in (({"startsAt": text(end), "endsAt": text(start)}, "endsAt"), ({"startsAt": text(end)}, "endsAt"),
                         ({"endsAt": text(start)}, "endsAt"), ({"startsAt": "noon"}, "startsAt"), ({"titles": None}, "titles")):
        walk.expect(f"{wrong} is refused", editor("PUT", path, wrong), 422, errors=[field])
    walk.fact("it is not live yet", made["id"] not in live())
    walk.advance(to=text(start))
    walk.fact("it is at its start", made["id"] in live())
    english = walk.ask("GET", "/home", headers={"Accept-Language": "en"})["banners"]
    walk.fact("in English, too", "Lunch offer" in [banner["title"] for banner in english], english)
    walk.advance(to=text(end))
    walk.fact("at its end it is gone", made["id"] not in live())
    walk.expect("without an end", editor("PUT", path, {"endsAt": None}), endsAt=None)
    walk.fact("it is live again", made["id"] in live())
    walk.expect("and taken away", editor("DELETE", path), 204)


class Buyer:
    """Somebody new at a new restaurant."""

    def __init__(self, walk):
        self.walk, self.kitchen, self.person = walk, riding.Kitchen(walk), people.join(walk)

    def __call__(self, method, path, body=None):
        return self.walk.ask(method, path, body, token=self.person["token"])

    def method(self, **body):
        answer = self("POST", "/payment-methods", body)
        assert answer.status == 201, answer
        return answer["id"]

    def card(self, number):
        return self.method(type="card", number=number, expMonth=12, expYear=2035, cvc="123")

    def order(self, method):
        quote = self("POST", "/quotes", {"restaurantId": self.kitchen.id, "location": self.kitchen.place, "items": [
            {"menuItemId": self.kitchen.dish, "quantity": 1, "options": []}]})
        return self("POST", "/orders", {"quoteId": quote["id"], "payment": {"method": "card", "paymentMethodId": method},
                                        "address": {"line": "شارع العليا ١٢"}})

    def becomes(self, title, order, status):
        return self.walk.eventually(title, lambda: self("GET", f"/orders/{order['id']}"),
                                    lambda answer: answer["payment"]["status"] == status)

    def cancelled(self, number):
        """An order that was paid by this card and cancelled free of charge."""
        order = self.becomes("paid", self.order(self.card(number)), "paid")
        self.walk.expect("cancelled free of charge", self("POST", f"/orders/{order['id']}/cancel", {"reason": "mistake"}),
                         status="cancelled")
        return order

    def wait(self, duration):
        self.walk.advance(advance=duration)
        self.person["token"] = people.again(self.walk, self.person)


def refunds(walk):
    """A refund that fails is tried again each hour, three times; then accountants hear of it"""
    buyer = Buyer(walk)
    order = buyer.cancelled("4000000000005134")
    buyer.becomes("the refund fails at first", order, "refund_pending")
    buyer.wait("PT50M")
    buyer.becomes("nothing happens within the hour", order, "refund_pending")
    buyer.wait("PT11M")
    done = buyer.becomes("after it the money is back", order, "refunded")
    walk.fact("in full", done["totals"]["refunded"] == order["totals"]["total"], done)
    order = buyer.cancelled("4000000000005126")
    for hour in (1, 2, 3):
        buyer.becomes(f"it fails again, {hour}", order, "refund_pending")
        buyer.wait("PT1H1M")
    failed = buyer.becomes("then nobody tries any more", order, "refund_failed")
    walk.fact("nothing was refunded", failed["totals"]["refunded"]["amount"] == 0, failed)
    walk.eventually("accountants hear of it", lambda: walk.ask("GET", "/notifications", token=people.token(walk, "accountant")),
                    lambda answer: any(order["number"] in item["title"] for item in answer["data"]))


def apple_pay(walk):
    """Apple Pay, declined and not"""
    buyer = Buyer(walk)
    walk.expect("an unknown token", buyer("POST", "/payment-methods", {"type": "apple_pay", "token": "tok_other"}), 422,
                errors=["token"])
    order = buyer.order(buyer.method(type="apple_pay", token="tok_apple_declined"))
    failed = buyer.becomes("declined", order, "failed")
    walk.fact("with a reason, and not released", failed["payment"]["failureCode"] and failed["releasedAt"] is None, failed)
    walk.expect("its owner does not see it", walk.ask("GET", f"/orders/{order['id']}", token=buyer.kitchen.owner["token"]), 404)
    walk.eventually("the customer hears of it", lambda: buyer("GET", "/notifications"), lambda answer: any(
        item["title"] == "لم تكتمل عملية الدفع" for item in answer["data"]))
    other = buyer.method(type="apple_pay", token="tok_apple_ok")
    walk.expect("another card", buyer("POST", f"/payments/{order['payment']['id']}/confirm", {"paymentMethodId": other}))
    buyer.becomes("pays", order, "paid")
    walk.expect("the owner sees it", walk.ask("GET", f"/orders/{order['id']}", token=buyer.kitchen.owner["token"]), status="pending")
    walk.expect("cancelled", buyer("POST", f"/orders/{order['id']}/cancel", {"reason": "other"}), status="cancelled")


def cancel_forms(walk):
    """Every wrong field of a cancellation is named, in Arabic, once the order is found"""
    buyer = Buyer(walk)
    order = buyer.order(buyer.card("4242424242424242"))
    answer = walk.expect("two fields are wrong", buyer("POST", f"/orders/{order['id']}/cancel", {"note": 5}), 422,
                         errors=["reason", "note"])
    walk.fact("in Arabic", not [word for words in answer["errors"].values() for word in words if word.isascii()], answer)
    stranger = people.join(walk)
    walk.expect("strangers hear of no order", walk.ask("POST", f"/orders/{order['id']}/cancel", {"note": 5}, token=stranger["token"]), 404)


PARTS = [banners, refunds, apple_pay, cancel_forms]
