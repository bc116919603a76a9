"""What refuses an order, in its order, and what ending one costs on both sides of each bound: R5, R7, R9, R10."""

import datetime, uuid
import depot, people
from ordering import NOBODY, quote, read, scheduled, text, usd, windows, wish
from walk import moment


def refusals(walk):
    """R7 (e): the first check that fails answers, and a refused order leaves nothing behind"""
    home = depot.Depot(walk)
    customer, window = home.customer(), windows(walk, home)[1]
    quoted = quote(home, customer)

    def order(**changes):
        return customer.ask("POST", "/orders", wish(quoted, window, **changes))

    def change(**fields):
        answer = customer.ask("PUT", f"/vehicles/{customer.vehicle}", fields)
        assert answer.status == 200, answer
    walk.expect("guests do not order", walk.ask("POST", "/orders", {}), 401)
    for account in ("luis", "admin"):
        walk.expect(f"{account} is no customer", people.as_(walk, account)("POST", "/orders", {}), 403, slug="forbidden")
    yesterday = text(walk.now() - datetime.timedelta(hours=25))
    walk.expect("fields before age", order(createdAt=yesterday, tip=usd(10001)), 422, errors=["tip"])
    walk.expect("age before the quote", order(createdAt=yesterday, quoteId=NOBODY), 409, slug="order-too-old")
    walk.expect("clocks of phones differ", order(createdAt=text(walk.now() + datetime.timedelta(minutes=3)), quoteId=NOBODY), 404)
    plate = {"region": "US-FL", "number": customer.plate, "personalized": True}
    change(make="Zed", model="One", plate={**plate, "number": "ZZZ 12X"})
    walk.expect("the plate as it is now", order(), 409, slug="vehicle-not-verified")
    change(plate=plate, fuelType="premium")
    walk.expect("the fuel as it is now", order(), 409, slug="fuel-incompatible")
    change(fuelType="regular", tankCapacityGallons=15.7)
    walk.expect("the tank as it is now", order(schedule={"type": "asap"}), 409, slug="quote-mismatch")
    change(tankCapacityGallons=15.8)
    client = str(uuid.uuid4())
    made = walk.expect("an order at last", order(clientOrderId=client.upper(), tip=usd(0)), 201, clientOrderId=client.upper())
    walk.expect("no tip is a tip of nothing", order(clientOrderId=client, notes="Gate", createdAt=text(walk.now())), 200, id=made["id"])
    walk.expect("a card named is another order", order(clientOrderId=client, paymentMethodId=customer.card), 409,
                slug="client-order-id-reused")
    walk.expect("the vehicle before its quote", order(), 409, slug="vehicle-has-open-order", orderId=made["id"])
    walk.eventually("is scheduled", lambda: read(customer, made["id"]), lambda answer: answer["status"] == "scheduled")
    customer.ask("POST", f"/orders/{made['id']}/cancel", {})
    walk.expect("a quote serves once, whatever else is wrong", order(schedule={"type": "asap"}), 409, slug="quote-used")
    path = f"/orders/{made['id']}"
    for action, body, slug in (("tip", {"amount": usd(100)}, "tip-not-allowed"), ("reschedule", {"windowId": window["id"]},
                               "reschedule-not-allowed"), ("payment", {"paymentMethodId": customer.card}, "payment-not-expected")):
        walk.expect(f"no {action} of what was cancelled", customer.ask("POST", f"{path}/{action}", body), 409, slug=slug)
    walk.expect("nor a receipt", customer.ask("GET", f"{path}/receipt"), 409, slug="receipt-not-ready")
    again = quote(home, customer)
    walk.expect("the vehicle goes", customer.ask("DELETE", f"/vehicles/{customer.vehicle}"), 204)
    walk.expect("and nobody orders for it", customer.ask("POST", "/orders", wish(again, window)), 404)


def last_use(walk):
    """R5: the last use of a code is taken once and given back; an order of nothing needs no card"""
    home, code = depot.Depot(walk), f"L{uuid.uuid4().hex[:8].upper()}"
    home.staff("POST", "/promo-codes", {"code": code, "kind": "percent", "value": 100, "target": "fuel", "maxTotalUses": 1}, 201)
    home.staff("PUT", f"/price-zones/{home.zone}", {"fees": {"delivery": usd(0), "asap": usd(0)}})
    first, second, ahead = home.customer(), home.customer(), windows(walk, home)
    quotes = [walk.eventually("nothing to pay", lambda: quote(home, one, promoCode=code.lower()),
                              lambda answer: answer["total"] == usd(0), 2) for one in (first, second)]
    made = walk.expect("an order of nothing", first.ask("POST", "/orders", wish(quotes[0], ahead[1])), 201, status="pending", version=1,
                       payment=None, authorization={"amount": usd(0), "cap": usd(0)})
    walk.expect("the last use is gone", second.ask("POST", "/orders", wish(quotes[1], ahead[1])), 409, slug="promo-exhausted")
    walk.expect("its quote is open still", second.ask("GET", f"/quotes/{quotes[1]['id']}"), status="open")
    walk.eventually("is scheduled without a card", lambda: read(first, made["id"]),
                    lambda answer: answer["status"] == "scheduled" and answer["payment"] is None)
    walk.expect("is cancelled", first.ask("POST", f"/orders/{made['id']}/cancel", {}), status="cancelled", final=None)
    walk.expect("the use is back", second.ask("POST", "/orders", wish(quotes[1], ahead[1])), 201,
                promo={"code": code, "applied": True, "reason": None})


def unpaid(walk):
    """Walkthrough 2, its variant: a declined card and no other one"""
    home = depot.Depot(walk, stops=1)
    customer, window = home.customer("declined"), windows(walk, home)[1]
    quoted, client = quote(home, customer), str(uuid.uuid4())
    body = wish(quoted, window, clientOrderId=client)
    order = walk.expect("an order", customer.ask("POST", "/orders", body), 201)["id"]
    declined = walk.eventually("its card is declined", lambda: read(customer, order),
                               lambda answer: answer["payment"]["failureCode"] == "card_declined")
    walk.expect("it waits, and leaving is free", declined, status="pending",
                cancellation={"allowed": True, "fee": usd(0), "freeUntil": None})
    walk.fact("its stop is taken", window["id"] not in [one["id"] for one in windows(walk, home)])
    over = moment(declined["receivedAt"]) + datetime.timedelta(minutes=15)
    walk.advance(to=text(over - datetime.timedelta(minutes=2)))
    walk.expect("two minutes before the end", read(customer, order), status="pending")
    walk.advance(to=text(over))
    failed = walk.eventually("it failed", lambda: read(customer, order),
                             lambda answer: answer["status"] == "failed" and answer["payment"]["status"] == "canceled")
    walk.fact("by its name, to the second", failed["failure"]["slug"] == "payment-timeout" and failed["final"] is None
              and failed["timeline"][-1] == {"status": "failed", "at": text(over), "by": "system"}, failed)
    walk.eventually("the stop is free again", lambda: [one["id"] for one in windows(walk, home)], lambda ids: window["id"] in ids)
    walk.expect("sent again it is the same", customer.ask("POST", "/orders", body), 200, id=order, status="failed")


def fees(walk):
    """R10: each fee, and the moments at which one begins and ends"""
    home = depot.Depot(walk)
    customer = home.customer()

    def fee(order):
        return read(customer, order)["cancellation"]["fee"]
    order, window = scheduled(walk, home, customer)
    start = moment(window["startsAt"])
    walk.advance(to=text(start - datetime.timedelta(hours=2, minutes=3)))
    walk.fact("free before two hours", fee(order) == usd(0))
    walk.advance(to=text(start - datetime.timedelta(hours=2)))
    walk.fact("500 at two hours", fee(order) == usd(500))
    walk.expect("dollars only", customer.ask("POST", f"/orders/{order}/cancel", {"acceptedFee": {"amount": 500, "currency": "EUR"}}), 422,
                errors=["acceptedFee"])
    walk.expect("nor does it move", customer.ask("POST", f"/orders/{order}/reschedule", {"windowId": windows(walk, home)[-1]["id"]}), 409,
                slug="reschedule-not-allowed")
    walk.advance(to=text(start - datetime.timedelta(minutes=30)))
    driver = home.driver()
    for step, body, due in (("claim", {}, 500), ("start", {}, 1000), ("arrive", {"override": True, "reason": "No signal"}, 1500)):
        walk.expect(step, driver.ask("POST", f"/deliveries/{order}/{step}", body))
        walk.fact(f"{due} after {step}", fee(order) == usd(due))
    walk.expect("one cent too little", customer.ask("POST", f"/orders/{order}/cancel", {"acceptedFee": usd(1499)}), 409,
                slug="cancellation-fee-changed", fee=usd(1500))
    walk.expect("more is accepted", customer.ask("POST", f"/orders/{order}/cancel", {"acceptedFee": usd(2000)}), status="cancelled",
                cancellation={"allowed": False, "fee": usd(1500), "freeUntil": text(start - datetime.timedelta(hours=2))})
    walk.eventually("the fee alone is taken", lambda: read(customer, order)["final"],
                    lambda final: final["captured"] == final["total"] == usd(1500) and final["receiptNumber"])
    receipt = walk.expect("its receipt", customer.ask("GET", f"/orders/{order}/receipt"), gallons=None, pricePerGallon=None)
    walk.fact("names the fee", [one["code"] for one in receipt["lines"]] == ["cancellation_fee"], receipt)
    soon = quote(home, customer, scheduleType="asap")
    made = walk.expect("as soon as possible", customer.ask("POST", "/orders", {"quoteId": soon["id"], "schedule": {"type": "asap"}}), 201)
    shown = walk.eventually("is scheduled", lambda: read(customer, made["id"]), lambda answer: answer["status"] == "scheduled")
    grace = moment(shown["timeline"][-1]["at"]) + datetime.timedelta(minutes=5)
    walk.fact("is free for five minutes", shown["cancellation"]["freeUntil"] == text(grace), shown)
    walk.advance(to=text(grace))
    walk.fact("and not a second more", fee(made["id"]) == usd(500))
    walk.advance(to=shown["schedule"]["promisedBy"])
    walk.expect("once nobody came in time it is free", customer.ask("POST", f"/orders/{made['id']}/cancel", {}), status="cancelled",
                final=None)


def missing(walk):
    """Whose object it is (404) comes before what is wrong with the form (422), and that names every field"""
    bad = {"occurredAt": "noon", "reason": 7, "plate": [], "driverId": "no id", "meterStart": "x", "meterEnd": {}, "code": 7, "name": 1,
           "fees": 5, "geometry": "far", "weekly": "always", "fuelType": 1, "gallons": "ten", "gallonsDelta": "one"}
    driver, staff, prices = people.as_(walk, "luis"), people.as_(walk, "dispatch"), people.as_(walk, "pricing")
    for action in ("claim", "release", "start", "arrive", "start-fueling", "meter-reading", "complete", "fail"):
        walk.expect(f"no delivery to {action}", driver("POST", f"/deliveries/{NOBODY}/{action}", bad), 404, slug="not-found")
    for who, method, path in (
            (staff, "POST", f"/deliveries/{NOBODY}/assign"), (staff, "POST", f"/shifts/{NOBODY}/end"), (staff, "PUT", f"/trucks/{NOBODY}"),
            (staff, "POST", f"/trucks/{NOBODY}/loads"), (staff, "POST", f"/trucks/{NOBODY}/adjustments"),
            (staff, "PUT", f"/service-areas/{NOBODY}/schedule"), (prices, "PUT", f"/price-zones/{NOBODY}"),
            (prices, "PUT", f"/service-areas/{NOBODY}")):
        walk.expect(f"nothing at {path.replace(NOBODY, '…')}", who(method, path, bad), 404, slug="not-found")
    photo = walk.ask("POST", f"/deliveries/{NOBODY}/photos?kind=selfie", raw=depot.PNG, token=people.token(walk, "luis"),
                     headers={"Content-Type": "image/png"})
    walk.expect("nor a delivery to photograph", photo, 404, slug="not-found")
    walk.expect("nor a roster", staff("PUT", f"/trucks/{NOBODY}/roster", [7]), 404, slug="not-found")
    home = depot.Depot(walk, load=0)
    walk.expect("every field of a load", staff("POST", f"/trucks/{home.truck}/loads", bad), 422, errors=["fuelType", "gallons", "ticket"])
    walk.expect("and of a truck", staff("PUT", f"/trucks/{home.truck}", {"code": "T-1", "plate": "A", "areaId": "a b", "compartments": []}),
                422, errors=["areaId", "code", "compartments", "plate"])


PARTS = [refusals, last_use, unpaid, fees, missing]
