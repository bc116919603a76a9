"""In-app orders."""

from accounts import NOBODY, PASSWORD, admin, join
from counter import activate, money
from shops import new_vendor


def pay(walk, payment, number, token, **headers):
    made = walk.ask("POST", "/payment-methods", {"type": "card", "number": number, "exp_month": 12, "exp_year": 2030, "cvc": "123"}, token)
    assert made.status == 201, made
    return walk.ask("POST", f"/payments/{payment}/confirm", {"payment_method_id": made["id"]}, token, headers)


def in_app(walk):
    """Walkthrough 6: an order in the app"""
    member = join(walk, "Achat Application")
    token = member["token"]
    for body in ({}, {"months": 0}, {"months": 4}, {"months": "1"}):
        walk.expect(f"{body} is 422", walk.ask("POST", "/subscriptions", body, token), 422, errors=["months"])
    made = walk.expect("one month", walk.ask("POST", "/subscriptions", {"months": 1}, token), 201)
    order = made["order"]
    walk.fact(
        "awaiting payment, with Location",
        order["status"] == "awaiting_payment"
        and order["months"] == 1
        and order["amount"] == money(30000)
        and order["payment"]["id"]
        and order["expires_at"]
        and made.headers["Location"].endswith(f"/orders/{order['id']}"),
        made,
    )
    walk.expect("a second", walk.ask("POST", "/subscriptions", {"months": 1}, token), 409, "order-open", order_id=order["id"])
    answer = walk.expect("GET /orders/{id}", walk.ask("GET", f"/orders/{order['id']}", token=token), id=order["id"], months=1,
                         amount=money(30000))
    other = join(walk, "Autre Membre")
    for path in (f"/orders/{order['id']}", f"/orders/{NOBODY}", "/orders/7"):
        walk.expect(f"somebody else: {path[:9]}", walk.ask("GET", path, token=other["token"]), 404)
    payment = order["payment"]["id"]
    walk.eventually(
        "the payment is there within 2 s",
        lambda: walk.ask("GET", f"/payments/{payment}", token=token),
        lambda a: a.status == 200 and a["amount"] in (30000, money(30000)),
        2,
    )
    for number, code in (("4000000000000002", "card_declined"), ("4000000000009995", "insufficient_funds"),
                         ("4000000000000069", "expired_card"), ("4000000000000127", "incorrect_cvc"),
                         ("4000000000000119", "processing_error")):
        walk.expect(f"a card that fails: {code}", pay(walk, payment, number, token))
        walk.eventually("… failed", lambda: walk.ask("GET", f"/payments/{payment}", token=token), lambda a: a.get("failure_code") == code)
    walk.fact("the order stays open", walk.ask("GET", f"/orders/{order['id']}", token=token).body["status"] == "awaiting_payment")
    walk.expect("a good card", pay(walk, payment, "4242424242424242", token))
    answer = walk.eventually("completed", lambda: walk.ask("GET", f"/orders/{order['id']}", token=token),
                             lambda a: a.body["status"] == "completed")
    history = walk.ask("GET", "/subscriptions/history", token=token)
    walk.fact(
        "history: source in_app, no shop",
        [(s["source"], s["shop"], s["id"]) for s in history["data"]] == [("in_app", None, answer["subscription_id"])],
        history,
    )
    walk.expect("cancel a completed one", walk.ask("POST", f"/orders/{order['id']}/cancel", {}, token), 409, "invalid-transition")
    second = walk.ask("POST", "/subscriptions", {"months": 2}, token)["order"]
    answer = walk.expect("cancel", walk.ask("POST", f"/orders/{second['id']}/cancel", {}, token))
    walk.fact("… cancelled", answer.body["status"] == "cancelled", answer)
    walk.expect("cancel again", walk.ask("POST", f"/orders/{second['id']}/cancel", {}, token), 409, "invalid-transition")
    walk.expect("somebody else's", walk.ask("POST", f"/orders/{second['id']}/cancel", {}, other["token"]), 404)
    _, vendor, _ = new_vendor(walk, "Vendeur Plein")
    full = join(walk, "Annee Pleine")
    for months in (3, 3, 3, 3):
        assert activate(walk, full, months, vendor).status == 201
    walk.expect("twelve months are the limit", walk.ask("POST", "/subscriptions", {"months": 1}, full["token"]), 409, "coverage-limit")
    for _ in range(2):
        walk.expect("interest is idempotent", walk.ask("POST", "/subscriptions/interest", {}, token), 204)
    payments = walk.ask("GET", "/transactions", token=token)
    walk.fact("transactions know the payment", any(entry["id"] == payment for entry in payments["data"]), payments)
    refunded = walk.ask("POST", f"/payments/{payment}/refunds", {"amount": 10000, "reason": "geste"}, admin(walk))
    walk.fact("an admin may refund", refunded.status in (200, 201, 202), refunded)
    lazy = join(walk, "Ordre Oublie")
    order = walk.ask("POST", "/subscriptions", {"months": 1}, lazy["token"])["order"]
    walk.advance(advance="PT16M")
    lazy_token = walk.token(lazy["email"], PASSWORD)
    walk.eventually("after 15 minutes it expires", lambda: walk.ask("GET", f"/orders/{order['id']}", token=lazy_token),
                    lambda a: a.body["status"] == "expired")
    late = walk.ask("POST", "/subscriptions", {"months": 1}, lazy_token)["order"]
    assert pay(walk, late["payment"]["id"], "4242424242424242", lazy_token, **{"X-Sandbox-Payment": "late=PT20M"}).status == 200
    walk.advance(advance="PT16M")
    lazy_token = walk.token(lazy["email"], PASSWORD)
    walk.eventually("this one too", lambda: walk.ask("GET", f"/orders/{late['id']}", token=lazy_token),
                    lambda a: a.body["status"] == "expired")
    walk.advance(advance="PT10M")
    lazy_token = walk.token(lazy["email"], PASSWORD)
    walk.eventually(
        "a late success completes an expired order",
        lambda: walk.ask("GET", f"/orders/{late['id']}", token=lazy_token),
        lambda a: a.body["status"] == "completed",
    )
    walk.fact("… and the member is active", walk.ask("GET", "/subscriptions/status", token=lazy_token).body["status"] == "active")
