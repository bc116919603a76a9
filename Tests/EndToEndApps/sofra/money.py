"""Payments, wallets and the books: R5 as far as it is money, R9, withdrawals, settlements, refunds, the ledger report."""

import csv, io
import people

IBAN = "SA0380000000608010167519"
CARD = {"type": "card", "number": "4242424242424242", "expMonth": 12, "expYear": 2030, "cvc": "123"}
NOBODY = "00000000-0000-4000-8000-000000000000"
START = {"lat": 24.7150, "lng": 46.6790}
HOME = {"lat": 24.7040, "lng": 46.6890}


def sar(amount):
    return {"amount": amount, "currency": "SAR"}


def as_(walk, account):
    """A caller: method, path, body → answer."""
    return lambda method, path, body=None, headers=None: walk.ask(method, path, body, people.token(walk, account), headers)


def balance(walk, account):
    return as_(walk, account)("GET", "/wallet")["balance"]["amount"]


def methods(walk):
    """Payment methods: cards and Apple Pay"""
    nora = as_(walk, "customer")
    kept = walk.expect("the demo's card", nora("GET", "/payment-methods"))["data"]
    walk.fact("is 4242, the default", [(one["last4"], one["isDefault"]) for one in kept if one["isDefault"]] == [("4242", True)], kept)
    other = as_(walk, "customer2")("GET", "/payment-methods")["data"]
    walk.fact("the other customer has 0002", [one["last4"] for one in other] == ["0002"], other)
    made = people.join(walk)
    post = lambda body: walk.ask("POST", "/payment-methods", body, made["token"])
    walk.expect("a card", post(CARD), 201, type="card", last4="4242", isDefault=True)
    walk.expect("Apple Pay", post({"type": "apple_pay", "token": "tok_apple_ok"}), 201, type="apple_pay", isDefault=False)
    walk.expect("a declined one is kept, too", post({"type": "apple_pay", "token": "tok_apple_declined"}), 201)
    for unknown in ("tok_apple_maybe", "tok_visa"):
        walk.expect(f"{unknown} is unknown", post({"type": "apple_pay", "token": unknown}), 422, errors=["token"])
    walk.expect("no token", post({"type": "apple_pay"}), 422, errors=["token"])
    for kind in ("cash", "mtn_momo", "stripe", "bitcoin"):
        walk.expect(f"{kind} is not a method here", post({"type": kind, "phone": "+966500000101", "token": "tok_apple_ok"}), 422,
                    errors=["type"])
    walk.expect("all that is wrong with a card", post({**CARD, "number": 4242424242424242, "expMonth": 13}), 422,
                errors=["number", "expMonth"])
    walk.expect("a wrong check digit", post({**CARD, "number": "4242424242424241"}), 422, errors=["number"])


def demo(walk):
    """An order of the demo has its payment and its delivery"""
    nora = as_(walk, "customer")
    delivered = nora("GET", "/orders?status=delivered&perPage=100")["data"][-1]["id"]
    order = nora("GET", f"/orders/{delivered}")
    walk.expect("paid by card", nora("GET", f"/payments/{order['payment']['id']}"), orderId=delivered, status="succeeded",
                amount=order["totals"]["total"]["amount"])
    job = walk.expect("and delivered", as_(walk, "supervisor")("GET", f"/deliveries/{delivered}"), status="delivered",
                      orderNumber=order["number"])
    walk.fact("by its courier", job["courier"]["id"] == order["delivery"]["courier"]["id"], job)


def permissions(walk):
    """Who may look into wallets and books"""
    accountants, reporters, earners = {"accountant", "admin", "developer"}, {"supervisor", "accountant", "admin", "developer"}, {
        "owner", "courier", "developer"}
    routes = [("GET", "/wallet", None, "wallet:own", earners), ("GET", "/wallet/entries", None, "wallet:own", earners),
              ("POST", "/wallet/withdrawals", {"amount": sar(1), "destination": {"type": "bank", "iban": IBAN}}, "wallet:own", earners),
              ("GET", "/admin/wallets", None, "wallets:manage", accountants),
              ("GET", f"/admin/wallets/{NOBODY}/entries", None, "wallets:manage", accountants),
              ("POST", f"/admin/wallets/{NOBODY}/cash-settlements", {"amount": sar(1)}, "wallets:manage", accountants),
              ("POST", f"/admin/wallets/{NOBODY}/adjustments", {"amount": sar(1), "reason": "x"}, "wallets:manage", accountants),
              ("GET", "/admin/reports/ledger", None, "reports:read", reporters),
              ("POST", f"/payments/{NOBODY}/refunds", {"reason": "broken"}, "payments:refund", reporters | {"support"})]
    for method, path, body, permission, allowed in routes:
        walk.expect(f"a guest: {method} {path}", walk.ask(method, path, body), 401)
        for role, account in people.ROLES.items():
            answer = as_(walk, account)(method, path, body)
            if role in allowed:
                walk.fact(f"{role} may {method} {path}", answer.status in (200, 201, 404, 422), answer)
            else:
                walk.expect(f"{role} may not {method} {path}", answer, 403, slug="forbidden", requiredPermission=permission)


def wallets(walk):
    """Wallets, corrections, withdrawals"""
    owner = people.join(walk, "owner")
    own = lambda method, path, body=None: walk.ask(method, path, body, owner["token"])
    accountant = as_(walk, "accountant")
    walk.expect("a new wallet is empty", own("GET", "/wallet"), balance=sar(0), pending=sar(0), available=sar(0))
    admin = f"/admin/wallets/{owner['id']}"
    walk.eventually("the accountant sees it", lambda: accountant("GET", admin + "/entries"), lambda answer: answer.status == 200)
    entry = walk.expect("a correction", accountant("POST", admin + "/adjustments", {"amount": sar(12000), "reason": "Opening gift"}), 201,
                        type="adjustment", amount=sar(12000), balanceAfter=sar(12000), orderId=None, restaurantId=None,
                        fields=["id", "at"])
    walk.fact("named by what it is", entry["id"].startswith("adjustment:"), entry)
    walk.expect("is in the wallet", own("GET", "/wallet"), balance=sar(12000), available=sar(12000))
    for body, errors in (({"amount": sar(0), "reason": "x"}, ["amount"]), ({"amount": sar(1)}, ["reason"]),
                         ({"amount": {"amount": 1, "currency": "EUR"}, "reason": "x"}, ["amount.currency"]),
                         ({"amount": sar(10**18), "reason": "x"}, ["amount"])):
        walk.expect(f"not {body}", accountant("POST", admin + "/adjustments", body), 422, errors=errors)
    walk.expect("nobody's wallet", accountant("POST", f"/admin/wallets/{NOBODY}/adjustments", {"amount": sar(1), "reason": "x"}), 404)

    def withdraw(amount, iban=IBAN, **more):
        return own("POST", "/wallet/withdrawals", {"amount": sar(amount), "destination": {"type": "bank", "iban": iban, **more}})
    walk.expect("49.99 is too little", withdraw(4999), 422, errors=["amount"])
    walk.expect("0 is", withdraw(0), 422, errors=["amount"])
    walk.expect("less than nothing is", withdraw(-5000), 422, errors=["amount"])
    for iban in (IBAN[:-1] + "8", IBAN[:-1], IBAN + "0", "DE89370400440532013000", "SA03800000006080101675AB", ""):
        walk.expect(f"{iban or 'nothing'} is not an account", withdraw(5000, iban), 422, errors=["destination.iban"])
    walk.expect("no amount, and no account", own("POST", "/wallet/withdrawals", {"destination": {"type": "bank", "iban": IBAN[:-1]}}), 422,
                errors=["amount", "destination.iban"])
    walk.expect("only banks", withdraw(5000, type="paypal"), 422, errors=["destination.type"])
    walk.expect("an amount that is text hides no wrong account", withdraw("5000", IBAN[:-1]), 422,
                errors=["amount.amount", "destination.iban"])
    walk.expect("more than there is", withdraw(12001), 409, slug="insufficient-balance")
    made = walk.expect("50.00", withdraw(5000, "sa03 8000 0000 6080 1016 7519"), 201, status="pending", amount=sar(5000))
    walk.fact("the account number is gone but for its end", "608010167519" not in made.data.decode() and "7519" in made.data.decode(), made)
    walk.expect("less is available", own("GET", "/wallet"), balance=sar(12000), pending=sar(5000), available=sar(7000))
    walk.expect("and no more than that", withdraw(7001), 409, slug="insufficient-balance")
    walk.advance(advance="PT23H50M")
    owner["token"] = people.again(walk, owner)
    walk.expect("it waits a day", own("GET", "/wallet"), balance=sar(12000), pending=sar(5000))
    walk.advance(advance="PT10M1S")
    owner["token"] = people.again(walk, owner)
    walk.eventually("and is settled", lambda: own("GET", "/wallet"),
                    lambda answer: (answer["balance"], answer["pending"], answer["available"]) == (sar(7000), sar(0), sar(7000)))
    lines = walk.expect("the books", own("GET", "/wallet/entries"))["data"]
    walk.fact("say both, newest first", [(line["type"], line["amount"]["amount"], line["balanceAfter"]["amount"]) for line in lines]
              == [("withdrawal", -5000, 7000), ("adjustment", 12000, 12000)], lines)
    accountant("POST", admin + "/adjustments", {"amount": sar(-8000), "reason": "Taken back"})
    walk.expect("a wallet may owe", own("GET", "/wallet"), balance=sar(-1000), available=sar(0))


def report(walk):
    """The books add up"""
    accountant = as_(walk, "accountant")
    today = walk.now().strftime("%Y-%m-%d")
    for query in ("", f"?from={today}", f"?from={today}&to={today}", "?to=2020-01-01", "?from=2026-01-01T00:00:00Z"):
        walk.expect(f"sum 0 {query}", accountant("GET", "/admin/reports/ledger" + query), sum=sar(0), fields=["transactions"])
    for transaction in accountant("GET", "/admin/reports/ledger")["transactions"]:
        amounts = [entry["amount"]["amount"] for entry in transaction["entries"]]
        walk.fact(f"{transaction['id'][:40]} adds up", sum(amounts) == 0 and 0 not in amounts, transaction)
    walk.expect("a time that ends before it begins", accountant("GET", "/admin/reports/ledger?from=2026-12-01&to=2026-11-01"), 422,
                errors=["from"])
    table = accountant("GET", "/admin/reports/ledger", headers={"Accept": "text/csv"})
    rows = list(csv.DictReader(io.StringIO(table.data.decode())))
    walk.fact("a table, too", table.status == 200 and table.headers["Content-Type"].startswith("text/csv") and rows, table)
    walk.fact("which adds up", sum(int(row["credit"] or 0) - int(row["debit"] or 0) for row in rows) == 0, rows[:3])


# What follows needs restaurants, orders and couriers.

def quote(walk, account, dishes, tip=500):
    """A quote at sofra-24 for so many of each dish."""
    call = as_(walk, account)
    place = call("GET", "/restaurants?slug=sofra-24")["data"][0]
    menu = [item for part in call("GET", f"/restaurants/{place['id']}/menu")["categories"] for item in part["items"]]
    items = [{"menuItemId": next(item["id"] for item in menu if item["name"] == name), "quantity": count, "options": []}
             for name, count in dishes.items()]
    return call("POST", "/quotes", {"restaurantId": place["id"], "items": items, "location": HOME, "tip": sar(tip)})


def order(walk, account, payment, dishes=None, **headers):
    made = quote(walk, account, dishes or {"مندي لحم": 1, "سمبوسة": 1})
    assert made.status == 201 and made["orderable"], made
    answer = as_(walk, account)("POST", "/orders", {"quoteId": made["id"], "payment": payment, "address": {"line": "شارع العليا ١٢"}},
                                headers)
    assert answer.status == 201, answer
    return answer


def deliver(walk, made, account, courier="courier2"):
    """Takes a released order to the door; answers the order as its customer sees it."""
    owner, rider, customer = as_(walk, "owner"), as_(walk, courier), as_(walk, account)
    path, job = f"/orders/{made['id']}", f"/deliveries/{made['id']}"
    rider("PUT", "/courier/availability", {"online": True, "location": START})
    walk.eventually("the owner accepts", lambda: owner("POST", path + "/accept"), lambda answer: answer.status == 200)
    walk.eventually("a courier claims it", lambda: rider("POST", job + "/claim"), lambda answer: answer.status == 200)
    for who, step in ((owner, path + "/prepare"), (owner, path + "/ready"), (rider, job + "/pickup")):
        answer = who("POST", step)
        assert answer.status == 200, answer
    code, total = customer("GET", path)["deliveryCode"], made["totals"]["total"]["amount"]
    cash = {"cashCollected": sar(total)} if made["payment"]["method"] == "cash" else {}
    walk.expect("it is delivered", rider("POST", job + "/complete", {"code": code, **cash}), 200)
    rider("PUT", "/courier/availability", {"online": False})
    return customer("GET", path)


def cash(walk):
    """Cash: the payment, the courier's debt, its settlement"""
    accountant, courier = as_(walk, "accountant"), people.me(walk, "courier2")
    before = {account: balance(walk, account) for account in ("owner", "courier2")}
    made = order(walk, "customer", {"method": "cash"})
    nora = as_(walk, "customer")
    payment, total = made["payment"]["id"], made["totals"]["total"]["amount"]
    walk.expect("the payment is unknown before", nora("GET", f"/payments/{payment}"), 404)
    done = deliver(walk, made, "customer")
    paid = walk.eventually("and known from the delivery on", lambda: nora("GET", f"/payments/{payment}"),
                           lambda answer: answer.status == 200)
    walk.fact("paid in cash", (paid["status"], paid["amount"], paid["method"]["type"]) == ("succeeded", total, "cash"), paid)
    totals = {name: money["amount"] for name, money in done["totals"].items()}
    commission = (totals["subtotal"] * 1500 + 5000) // 10000
    fee = max(700, (totals["deliveryFee"] * 80 + 50) // 100) + totals["tip"]
    walk.eventually("the owner earned", lambda: balance(walk, "owner"),
                    lambda now: now - before["owner"] == totals["subtotal"] - commission)
    walk.eventually("the courier owes", lambda: balance(walk, "courier2"), lambda now: now - before["courier2"] == fee - total)
    path = f"/admin/wallets/{courier}/cash-settlements"
    held = as_(walk, "courier2")("GET", "/courier/me")["cashInHand"]["amount"]
    walk.expect("more than was collected", accountant("POST", path, {"amount": sar(held + 1)}), 409, slug="insufficient-balance")
    walk.expect("nothing", accountant("POST", path, {"amount": sar(0)}), 422, errors=["amount"])
    entry = walk.expect("all of it", accountant("POST", path, {"amount": sar(held)}), 201, type="cash_settlement", amount=sar(held))
    walk.fact("is named", entry["id"].startswith("settlement:"), entry)
    walk.eventually("nothing is in hand", lambda: as_(walk, "courier2")("GET", "/courier/me"),
                    lambda answer: answer["cashInHand"] == sar(0))
    walk.expect("no second time", accountant("POST", path, {"amount": sar(1)}), 409, slug="insufficient-balance")
    walk.expect("cash does not go back to a card",
                as_(walk, "supervisor")("POST", f"/payments/{payment}/refunds", {"amount": 100, "reason": "Cold soup"}), 409,
                slug="cash-not-refundable")


def refunds(walk):
    """Cards: refunds after delivery, their limits, who pays"""
    card = as_(walk, "customer")("GET", "/payment-methods")["data"]
    method = next(one["id"] for one in card if one["isDefault"])
    made = order(walk, "customer", {"method": "card", "paymentMethodId": method}, {"مندي لحم": 4})
    payment = made["payment"]["id"]
    support, supervisor, accountant = (as_(walk, account) for account in ("support", "supervisor", "accountant"))
    refund = lambda who, body: who("POST", f"/payments/{payment}/refunds", body)
    walk.eventually("it is paid", lambda: as_(walk, "customer")("GET", f"/orders/{made['id']}"),
                    lambda answer: answer["payment"]["status"] == "paid")
    walk.expect("before the delivery it is cancelled instead", refund(supervisor, {"amount": 100, "reason": "Too soon"}), 409,
                slug="order-not-delivered")
    walk.expect("a limit comes first", refund(support, {"amount": 10001, "reason": "Too much"}), 403, slug="refund-limit")
    deliver(walk, made, "customer")
    before = balance(walk, "owner")
    walk.eventually("support gives 60.00 back", lambda: refund(support, {"amount": 6000, "reason": "Cold soup"}),
                    lambda answer: answer.status == 201)
    walk.expect("and no 40.01 more", refund(support, {"amount": 4001, "reason": "Cold soup"}), 403, slug="refund-limit")
    charged = walk.expect("the supervisor charges the restaurant",
                          refund(supervisor, {"amount": 3000, "reason": "Missing bread", "chargedTo": "restaurant"}), 201, amount=3000)
    walk.eventually("who pays", lambda: balance(walk, "owner"), lambda now: now == before - 3000)
    walk.expect("nobody else pays", refund(supervisor, {"amount": 1, "reason": "Cold", "chargedTo": "courier"}), 422, errors=["chargedTo"])
    found = {one["id"]: one for one in accountant("GET", "/admin/reports/ledger")["transactions"]}
    lines = found[f"refund:{charged['id']}"]["entries"]
    walk.fact("the books say so", sorted(line["amount"]["amount"] for line in lines) == [-3000, 3000], lines)
    left = made["totals"]["total"]["amount"] - 9000
    walk.expect("more than is left", refund(accountant, {"amount": left + 1, "reason": "All of it"}), 409, slug="conflict")
    walk.expect("all that is left", refund(accountant, {"reason": "All of it"}), 201, amount=left)
    walk.expect("nothing is left", refund(accountant, {"amount": 1, "reason": "Once more"}), 409, slug="conflict")
    walk.eventually("the order knows", lambda: as_(walk, "customer")("GET", f"/orders/{made['id']}"),
                    lambda answer: answer["payment"]["status"] == "refunded")


PARTS = [methods, demo, permissions, wallets, report, cash, refunds]
