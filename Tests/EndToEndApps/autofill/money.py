"""Payments: R9 as far as it is money, common §3, wallets of drivers, refunds, and what people hear of it (R15)."""

import uuid
import people, station
from station import usd

NOBODY = "00000000-0000-4000-8000-000000000000"
BANK = {"type": "bank", "routingNumber": "021000021", "accountNumber": "000123456789"}


def demo(walk):
    """Every order of the demo has its payment"""
    daniel = people.as_(walk, "daniel")
    orders = daniel("GET", "/orders?perPage=100")["data"]
    rows = {one["paymentId"]: one["status"] for one in daniel("GET", "/transactions?perPage=100")["data"]}
    walk.fact("as the list of transactions says", rows == {one["payment"]["id"]: one["payment"]["status"] for one in orders}, rows)
    free = next(one for one in orders if one["final"] is None)
    walk.expect("who left for free paid nothing", daniel("GET", f"/payments/{free['payment']['id']}"), status="canceled", amountCaptured=0)


def methods(walk):
    """Payment methods: cards and phone wallets by token, raw numbers in the sandbox, nothing else"""
    rosa = people.join(walk)
    post = lambda **body: rosa.ask("POST", "/payment-methods", body)
    walk.expect("a card by token", post(type="card", token="tok_visa"), 201, type="card", brand="visa", last4="4242", isDefault=True)
    walk.expect("a declined one", post(type="card", token="tok_chargeDeclined"), 201, last4="0002", isDefault=False)
    for kind in ("apple_pay", "google_pay"):
        for token, digits in (("tok_visa", "4242"), ("tok_chargeDeclined", "0002"), ("tok_chargeDeclinedInsufficientFunds", "9995")):
            walk.expect(f"{kind} {token}", post(type=kind, token=token), 201, type=kind, last4=digits)
    raw = walk.expect("a raw number", post(type="card", number="4000000000000341", expMonth=12, expYear=2030, cvc="123"), 201, last4="0341")
    walk.fact("of which four digits are kept", b"400000000000" not in raw.data, raw)
    for kind in ("card", "apple_pay", "google_pay"):
        walk.expect(f"an unknown token of {kind}", post(type=kind, token="tok_nobody"), 422, errors=["token"])
    walk.expect("no token", post(type="google_pay"), 422, errors=["token"])
    walk.expect("an empty card", post(type="card"), 422, errors=["number", "expMonth", "expYear", "cvc"])
    walk.expect("a wrong check digit", post(type="card", number="4242424242424241", expMonth=12, expYear=2030, cvc="123"), 422,
                errors=["number"])
    for kind in ("cash", "mtn_momo", "airtel_money", "stripe", "bitcoin"):
        walk.expect(f"{kind} is not offered", post(type=kind, token="tok_visa", phone="+13055550101"), 422, errors=["type"])
    listed = walk.expect("the list", rosa.ask("GET", "/payment-methods"))["data"]
    walk.fact("newest first, one default", len(listed) == 9 and [one["isDefault"] for one in listed].count(True) == 1
              and listed[0]["last4"] == "0341", listed)
    walk.expect("another default", rosa.ask("PUT", f"/payment-methods/{listed[1]['id']}/default"), isDefault=True)
    walk.expect("nobody else's", people.join(walk).ask("PUT", f"/payment-methods/{listed[1]['id']}/default"), 404)
    walk.expect("one goes", rosa.ask("DELETE", f"/payment-methods/{listed[0]['id']}"), 204)
    walk.expect("for good", rosa.ask("DELETE", f"/payment-methods/{listed[0]['id']}"), 404)


def permissions(walk):
    """Who may look into wallets and give money back"""
    allowed = {"/wallet": {"driver"}, "/wallet/entries": {"driver"}, "/wallet/withdrawals": {"driver"}}
    for path, roles in allowed.items():
        walk.expect(f"a guest: {path}", walk.ask("GET", path), 401)
        for role, account in people.ROLES.items():
            answer = people.as_(walk, account)("GET", path)
            walk.fact(f"{role}: {path}", answer.status == (200 if role in roles else 403), answer)
    refund = f"/payments/{NOBODY}/refunds"
    for role, account in people.ROLES.items():
        answer = people.as_(walk, account)("POST", refund, {"reason": "Spilled"})
        if role in ("dispatcher", "admin"):
            walk.expect(f"{role} may refund, but not this", answer, 404)
        else:
            walk.expect(f"{role} may not refund", answer, 403, slug="forbidden", requiredPermission="payments:refund")


def authorised(walk):
    """An authorised card: nothing moves before the delivery, and a free cancellation releases it"""
    rosa = people.join(walk)
    rosa.keep()
    made = walk.expect("an order", station.order(walk, rosa, tip=300), 201, status="pending")
    total = made["authorization"]["amount"]["amount"]
    ready = station.in_state(walk, rosa, made["id"], "scheduled")
    payment = walk.expect("its payment", rosa.ask("GET", f"/payments/{ready['payment']['id']}"), status="requires_capture", amount=total,
                          amountAuthorized=total, amountCaptured=0, captureMethod="manual", currency="USD", orderId=made["id"],
                          fields=["authorizationExpiresAt"])
    walk.expect("nobody else's", people.join(walk).ask("GET", f"/payments/{payment['id']}"), 404)
    walk.expect("no refund before the capture",
                people.as_(walk, "dispatch")("POST", f"/payments/{payment['id']}/refunds", {"reason": "Spilled"}), 409,
                slug="payment-state")
    walk.expect("cancelled at once", rosa.ask("POST", f"/orders/{made['id']}/cancel", {}), status="cancelled")
    walk.eventually("it is released", lambda: rosa.ask("GET", f"/payments/{payment['id']}"), lambda answer: answer["status"] == "canceled")
    rows = walk.expect("the transactions", rosa.ask("GET", "/transactions"))["data"]
    walk.fact("say so", [(row["orderId"], row["status"]) for row in rows] == [(made["id"], "canceled")], rows)
    walk.expect("by status", rosa.ask("GET", "/transactions?status=succeeded"), data=[])
    walk.expect("an unknown status", rosa.ask("GET", "/transactions?status=paid"), 422, errors=["status"])


def replaced(walk):
    """A declined card is replaced; no card and an unknown one wait; 3-D Secure asks the customer"""
    rosa = people.join(walk)
    bad, good, secure = rosa.keep("declined"), rosa.keep("good"), rosa.keep("three_d_secure")
    made = walk.expect("the default card is declined", station.order(walk, rosa), 201)
    failed = walk.eventually("its payment failed", lambda: rosa.ask("GET", f"/orders/{made['id']}"),
                             lambda answer: answer["payment"]["status"] == "failed")
    walk.fact("and says why; the order waits", (failed["payment"]["failureCode"], failed["status"]) == ("card_declined", "pending"), failed)
    walk.eventually("the customer is told", lambda: rosa.ask("GET", "/notifications?category=critical"),
                    lambda answer: [one["type"] for one in answer["data"]] == ["payment-declined"])
    walk.expect("another card", rosa.ask("POST", f"/orders/{made['id']}/payment", {"paymentMethodId": good}), 201, orderId=made["id"],
                captureMethod="manual", amountAuthorized=0, amountCaptured=0, refunds=[], fields=["method", "amount", "currency", "status"])
    station.in_state(walk, rosa, made["id"], "scheduled")
    walk.expect("and no third", rosa.ask("POST", f"/orders/{made['id']}/payment", {"paymentMethodId": good}), 409,
                slug="payment-not-expected")
    second = walk.expect("3-D Secure", station.order(walk, rosa, card=secure), 201)
    waiting = walk.eventually("asks the customer", lambda: rosa.ask("GET", f"/orders/{second['id']}"),
                              lambda answer: answer["payment"]["status"] == "requires_action")
    payment = f"/payments/{waiting['payment']['id']}"
    action = walk.expect("in the payment", rosa.ask("GET", payment), status="requires_action")["nextAction"]
    walk.fact("with a sentence and a deadline",
              action["type"] == "three_d_secure" and action["instructions"] and action["expiresAt"], action)
    walk.expect("no other card meanwhile", rosa.ask("POST", f"/orders/{second['id']}/payment", {"paymentMethodId": good}), 409,
                slug="payment-not-expected")
    walk.expect("rejected", rosa.ask("POST", payment + "/reject", {}), status="failed", failureCode="authentication_failed")
    walk.expect("again with the same payment", rosa.ask("POST", payment + "/confirm", {"paymentMethodId": secure}),
                status="requires_action")
    walk.expect("approved", rosa.ask("POST", payment + "/approve", {}), status="requires_capture")
    station.in_state(walk, rosa, second["id"], "scheduled")
    nora = people.join(walk)
    third = walk.expect("without a card", station.order(walk, nora), 201)
    walk.eventually("the payment waits for one", lambda: nora.ask("GET", f"/orders/{third['id']}"),
                    lambda answer: answer["payment"]["status"] == "requires_payment_method")
    walk.expect("and gets it", nora.ask("POST", f"/orders/{third['id']}/payment", {"paymentMethodId": nora.keep()}), 201)
    station.in_state(walk, nora, third["id"], "scheduled")
    for title, card in (("an unknown card", str(uuid.uuid4())), ("somebody else's card", bad)):
        owen = people.join(walk)
        strange = walk.expect(title, station.order(walk, owen, card=card), 201)
        answer = walk.eventually("is not found", lambda: owen.ask("GET", f"/orders/{strange['id']}"),
                                 lambda answer: answer["payment"]["status"] == "failed")
        walk.fact("with its code", answer["payment"]["failureCode"] == "payment_method_not_found", answer)


def misbehaving(walk):
    """X-Sandbox-Payment: one final state, nothing stays authorised"""
    late = {}
    for fault in ("duplicate", "out-of-order", "late", "never"):
        rosa = people.join(walk)
        rosa.keep()
        made = walk.expect(fault, station.order(walk, rosa, sandbox=fault), 201)
        if fault in ("duplicate", "out-of-order"):
            ready = station.in_state(walk, rosa, made["id"], "scheduled", f"{fault} is scheduled")
            walk.expect("with one authorisation", rosa.ask("GET", "/transactions"),
                        meta={"page": 1, "perPage": 20, "total": 1, "lastPage": 1})
            walk.expect("that is ready", rosa.ask("GET", f"/payments/{ready['payment']['id']}"), status="requires_capture")
        else:
            late[fault] = (rosa, made)
    walk.advance(advance="PT15M")
    for fault, (rosa, made) in late.items():
        failed = station.in_state(walk, rosa, made["id"], "failed", f"{fault} failed after fifteen minutes")
        walk.fact("by its name", failed["failure"]["slug"] == "payment-timeout", failed)
    walk.advance(advance="PT10M")
    for fault, (rosa, made) in late.items():
        payment = walk.eventually(f"what came of {fault} is released", lambda: rosa.ask("GET", f"/payments/{made['payment']['id']}"),
                                  lambda answer: answer["status"] == "canceled")
        walk.fact("nothing was taken", payment["amountCaptured"] == 0, payment)
        station.in_state(walk, rosa, made["id"], "failed", "the order stays failed")


def captured(walk):
    """What was delivered is captured: receipt, tip, refunds, a late tip, and who hears of it"""
    driver = people.join(walk, "driver")
    rosa, plate = people.join(walk), "QRS T44"
    rosa.keep()
    vehicle = station.car(rosa, plate)
    made = walk.expect("an order with a tip", station.order(walk, rosa, tip=300, vehicle=vehicle), 201)
    authorized = made["authorization"]["amount"]["amount"]
    ready = station.in_state(walk, rosa, made["id"], "scheduled")
    station.deliver(walk, driver, ready, 12.345, plate)
    done = walk.eventually("is paid", lambda: rosa.ask("GET", f"/orders/{made['id']}"),
                           lambda answer: answer["final"]["captured"]["amount"] > 0)
    final = done["final"]
    walk.fact("to the cent", final["captured"] == final["total"] and final["total"]["amount"] == 4196 + 499 + 35 + 300, final)
    payment = f"/payments/{done['payment']['id']}"
    walk.expect("the payment", rosa.ask("GET", payment), status="succeeded", amountAuthorized=authorized,
                amountCaptured=final["captured"]["amount"])
    walk.eventually("the driver has the tip", lambda: driver.ask("GET", "/wallet"), lambda answer: answer["balance"] == usd(300))
    lines = driver.ask("GET", "/wallet/entries")["data"]
    walk.fact("in the books",
              [(line["type"], line["orderId"], line["amount"]) for line in lines] == [("tip", made["id"], usd(300))], lines)
    walk.fact("which name no restaurant", all("restaurantId" not in line for line in lines), lines)
    walk.expect("no late tip beside it", rosa.ask("POST", f"/orders/{made['id']}/tip", {"amount": usd(200)}), 409, slug="tip-not-allowed")
    heard = walk.eventually("the customer hears", lambda: rosa.ask("GET", "/notifications?perPage=100"),
                            lambda answer: {"order-completed", "receipt-issued"} <= {one["type"] for one in answer["data"]})
    told = {one["type"]: one for one in heard["data"]}
    walk.fact("each step, with a link", {"order-scheduled", "order-assigned", "driver-en-route", "driver-arrived"} <= set(told)
              and told["order-completed"]["deepLink"] == f"autofill://orders/{made['id']}"
              and "$50.30" in told["order-completed"]["body"], heard)
    mails = walk.eventually("and gets the receipt by mail", lambda: walk.ask("GET", f"/dev/outbox?channel=email&to={rosa.email}"),
                            lambda answer: any(one["template"] == "receipt-issued" for one in answer["data"]))
    walk.fact("with its number", any(final["receiptNumber"] in one["text"] for one in mails["data"]), mails)
    staff = people.as_(walk, "dispatch")
    walk.expect("part of it goes back", staff("POST", payment + "/refunds", {"amount": 1000, "reason": "Spilled"}), 201, amount=1000,
                status="succeeded")
    walk.expect("more than is left",
                staff("POST", payment + "/refunds", {"amount": final["captured"]["amount"] - 999, "reason": "Spilled"}), 409,
                slug="refund-exceeds-payment")
    walk.expect("nothing", staff("POST", payment + "/refunds", {"amount": 0, "reason": "Spilled"}), 422, errors=["amount"])
    walk.expect("a reason is needed", staff("POST", payment + "/refunds", {"amount": 1}), 422, errors=["reason"])
    back = walk.eventually("the order shows it", lambda: rosa.ask("GET", f"/orders/{made['id']}"),
                           lambda answer: answer["final"]["refunded"] == usd(1000))
    walk.fact("and stays completed", back["status"] == "completed", back)
    walk.expect("the rest, by the admin", people.as_(walk, "admin")("POST", payment + "/refunds", {"reason": "All of it"}), 201,
                amount=final["captured"]["amount"] - 1000)
    walk.expect("is refunded", rosa.ask("GET", payment), status="refunded")
    walk.eventually("the customer is told of both", lambda: rosa.ask("GET", "/notifications?perPage=100"),
                    lambda answer: [one["type"] for one in answer["data"]].count("refund-done") == 2)
    walk.expect("the tip stays with the driver", driver.ask("GET", "/wallet"), balance=usd(300))
    withdrawal = walk.expect("who takes it out", driver.ask("POST", "/wallet/withdrawals", {"amount": usd(300), "destination": BANK}), 201,
                             status="pending", destination={"type": "bank", "last4": "6789"})
    walk.expect("once", driver.ask("POST", "/wallet/withdrawals", {"amount": usd(300), "destination": BANK}), 409,
                slug="insufficient-balance")
    for wrong in ({**BANK, "routingNumber": "021000022"}, {**BANK, "accountNumber": "12"}, {"type": "bank"}):
        walk.expect(f"not to {wrong}", driver.ask("POST", "/wallet/withdrawals", {"amount": usd(100), "destination": wrong}), 422)
    walk.fact("its number is nowhere", b"000123456789" not in withdrawal.data, withdrawal)


def owed(walk):
    """A card that refuses the capture: three tries, then a balance, which is paid with another card; a late tip"""
    driver = people.join(walk, "driver")
    rosa, plate = people.join(walk), "OWE D11"
    rosa.keep("capture_declined")
    vehicle = station.car(rosa, plate)
    made = walk.expect("an order", station.order(walk, rosa, vehicle=vehicle, gallons=10), 201)
    ready = station.in_state(walk, rosa, made["id"], "scheduled")
    station.deliver(walk, driver, ready, 10, plate)
    due = 3399 + 499 + 35
    walk.expect("nothing is captured yet", rosa.ask("GET", f"/orders/{made['id']}/receipt"), 409, slug="receipt-not-ready")
    walk.advance(advance="PT5M")
    walk.expect("nor after five minutes, and nothing is owed", rosa.ask("GET", f"/orders/{made['id']}"), status="completed")
    walk.advance(advance="PT25M")
    owing = walk.eventually("after thirty it is", lambda: rosa.ask("GET", f"/orders/{made['id']}"),
                            lambda answer: answer["final"]["balanceDue"] == usd(due))
    walk.eventually("the authorisation ended", lambda: rosa.ask("GET", f"/payments/{made['payment']['id']}"),
                    lambda answer: (answer["status"], answer["failureCode"]) == ("canceled", "capture_declined"))
    walk.fact("nothing was captured", owing["final"]["captured"] == usd(0), owing)
    walk.expect("no new order", station.order(walk, rosa, vehicle=vehicle), 409, slug="balance-due", orderId=made["id"])
    good = rosa.keep("good")
    walk.expect("it is paid", rosa.ask("POST", f"/orders/{made['id']}/payment", {"paymentMethodId": good}), 201)
    paid = walk.eventually("and owed no more", lambda: rosa.ask("GET", f"/orders/{made['id']}"),
                           lambda answer: answer["final"]["balanceDue"] == usd(0))
    walk.fact("captured", paid["final"]["captured"] == usd(due) and paid["final"]["receiptNumber"], paid)
    receipt = walk.expect("the receipt", rosa.ask("GET", f"/orders/{made['id']}/receipt"), total=usd(due))
    walk.fact("names the card",
              [(one["brand"], one["last4"], one["amount"]) for one in receipt["payments"]] == [("visa", "4242", usd(due))], receipt)
    rows = rosa.ask("GET", "/transactions")["data"]
    walk.fact("two payments of one order",
              sorted((row["status"], row["amount"]) for row in rows) == [("canceled", due), ("succeeded", due)], rows)


def late_tip(walk):
    """One tip within 72 hours, with the card of the order"""
    driver = people.join(walk, "driver")
    rosa, plate = people.join(walk), "TIP S72"
    card = rosa.keep()
    vehicle = station.car(rosa, plate)
    made = walk.expect("an order without a tip", station.order(walk, rosa, vehicle=vehicle, gallons=8), 201)
    walk.expect("no tip before the delivery", rosa.ask("POST", f"/orders/{made['id']}/tip", {"amount": usd(500)}), 409,
                slug="tip-not-allowed")
    ready = station.in_state(walk, rosa, made["id"], "scheduled")
    station.deliver(walk, driver, ready, 8, plate)
    walk.eventually("is paid", lambda: rosa.ask("GET", f"/orders/{made['id']}"), lambda answer: answer["final"]["captured"]["amount"] > 0)
    walk.expect("the card goes", rosa.ask("DELETE", f"/payment-methods/{card}"), 204)
    for amount in (99, 10001):
        walk.expect(f"not {amount} cents", rosa.ask("POST", f"/orders/{made['id']}/tip", {"amount": usd(amount)}), 422, errors=["amount"])
    walk.expect("a tip all the same", rosa.ask("POST", f"/orders/{made['id']}/tip", {"amount": usd(500)}), 200)
    shown = walk.eventually("is shown", lambda: rosa.ask("GET", f"/orders/{made['id']}"), lambda answer: answer["tip"] == usd(500))
    walk.fact("beside what was final", all(line["code"] != "tip" for line in shown["final"]["lines"]), shown)
    walk.eventually("the driver has it", lambda: driver.ask("GET", "/wallet"), lambda answer: answer["balance"] == usd(500))
    walk.expect("one only", rosa.ask("POST", f"/orders/{made['id']}/tip", {"amount": usd(500)}), 409, slug="tip-not-allowed")
    receipt = walk.expect("the receipt", rosa.ask("GET", f"/orders/{made['id']}/receipt"))
    walk.fact("gained a line and a payment", len(receipt["payments"]) == 2 and receipt["lines"][-1]["code"] == "tip", receipt)


PARTS = [demo, methods, permissions, authorised, replaced, misbehaving, captured, owed, late_tip]
