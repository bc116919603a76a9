"""Quotes: R3 to R6, and the sums of the specification."""

import datetime, decimal, uuid
import people, vehicles

MIAMI, BEACH = {"lat": 25.7617, "lng": -80.1918}, {"lat": 25.7825, "lng": -80.134}
FILL_UP = {"type": "fill_up"}
QUOTE = ["id", "status", "createdAt", "expiresAt", "areaId", "priceZoneId", "vehicleId", "location", "fuelType", "amount", "scheduleType",
         "maxGallons", "pricePerGallon", "lines", "total", "promo"]


def usd(amount):
    return {"amount": amount, "currency": "USD"}


def wish(car, **changes):
    body = {"location": MIAMI, "vehicleId": car, "amount": FILL_UP, "scheduleType": "window", **changes}
    return {key: value for key, value in body.items() if value is not ...}


def driver_of(walk, **changes):
    """Somebody new with a vehicle."""
    person = people.join(walk)
    made = person.ask("POST", "/vehicles", {**vehicles.CAMRY, **changes})
    assert made.status == 201, made
    return person, made["id"]


def lines(quote):
    return {line["code"]: line["amount"]["amount"] for line in quote["lines"]}


def priced(gallons, mills=3399, tiers=((15, 30), (30, 60)), delivery=499, asap=0, bps=700):
    """The lines as Python's decimals compute them."""
    gallons, mills = decimal.Decimal(gallons), decimal.Decimal(mills)
    steps = [(decimal.Decimal(0), mills), *((decimal.Decimal(least), mills - off) for least, off in tiers)]
    ends = [start for start, _ in steps[1:]] + [gallons]
    dollars = sum(max(min(gallons, end) - start, 0) * price / 1000 for (start, price), end in zip(steps, ends))
    half_up = {"exp": decimal.Decimal(1), "rounding": decimal.ROUND_HALF_UP}
    made = {"fuel": int((dollars * 100).quantize(**half_up)), "delivery_fee": delivery, "asap_fee": asap,
            "sales_tax": int((decimal.Decimal((delivery + asap) * bps) / 10_000).quantize(**half_up))}
    return {code: amount for code, amount in made.items() if amount or code == "fuel"}


def decimals(walk):
    """Every amount of fuel costs what Python's decimals say"""
    ada, car = driver_of(walk, make="Own", model="Bus", tankCapacityGallons=60)
    wrong = []
    for step in range(40):
        gallons = decimal.Decimal(5000 + step * 1409) / 1000
        asap = step % 2 == 1
        answer = ada.ask("POST", "/quotes", wish(car, amount={"type": "gallons", "gallons": float(gallons)},
                                                 scheduleType="asap" if asap else "window"))
        expected = priced(gallons, asap=500 if asap else 0)
        if answer.status != 201 or lines(answer) != expected or answer["total"] != usd(sum(expected.values())):
            wrong.append((gallons, expected, str(answer)))
    walk.fact("forty amounts from 5 to 60 gallons", not wrong, *wrong[:3])


def sums(walk):
    """The sums of the specification"""
    ada, car = driver_of(walk)
    quote = walk.expect("a full tank", ada.ask("POST", "/quotes", wish(car)), 201, fields=QUOTE, status="open", maxGallons=15.8, promo=None,
                        total=usd(5902), pricePerGallon={"mills": 3399, "currency": "USD"}, fuelType="regular", location=MIAMI,
                        amount=FILL_UP, scheduleType="window")
    walk.fact("line by line", lines(quote) == {"fuel": 5368, "delivery_fee": 499, "sales_tax": 35}, quote)
    walk.fact("how the fuel is computed", quote["lines"][0]["detail"] == "15.000 × 3.399 + 0.800 × 3.369", quote)
    walk.fact("its place", quote.headers["Location"].endswith(f"/quotes/{quote['id']}"), quote)
    read = walk.expect("read again", ada.ask("GET", f"/quotes/{quote['id']}"))
    walk.fact("is the same", read.body == quote.body, read)
    walk.expect("by nobody else", people.join(walk).ask("GET", f"/quotes/{quote['id']}"), 404)
    for title, changes, total in (
        ("as soon as possible", {"scheduleType": "asap"}, 6437),
        ("forty dollars", {"amount": {"type": "dollars", "dollars": usd(4000)}}, 4534),
        ("on the beach", {"location": BEACH}, 6246),
    ):
        answer = walk.expect(title, ada.ask("POST", "/quotes", wish(car, **changes)), 201, total=usd(total))
        walk.fact("adds up", sum(lines(answer).values()) == total, answer)
    forty = ada.ask("POST", "/quotes", wish(car, amount={"type": "dollars", "dollars": usd(4000)}))
    walk.fact("11.769 gallons", forty["maxGallons"] == 11.769, forty)
    truck, ram = driver_of(walk, make="Own", model="Truck", tankCapacityGallons=30)
    walk.expect("twenty gallons", truck.ask("POST", "/quotes", wish(ram, amount={"type": "gallons", "gallons": 20})), 201,
                total=usd(7317), maxGallons=20)
    place = ada.ask("POST", "/addresses", {**vehicles.HOME, "instructions": "Row C"})
    by_address = walk.expect("at an address", ada.ask("POST", "/quotes", wish(car, location=..., addressId=place["id"])), 201,
                             total=usd(5902))
    walk.fact("with the driver's words", by_address["location"]["instructions"] == "Row C", by_address)


def refused(walk):
    """What has no price, in the order of the checks"""
    ada, car = driver_of(walk)
    for title, changes, fields in (
        ("nothing", {"location": ..., "vehicleId": ..., "amount": ..., "scheduleType": ...},
         ["location", "vehicleId", "amount", "scheduleType"]),
        ("two places", {"addressId": str(uuid.uuid4())}, ["addressId"]), ("half a place", {"location": {"lat": 25.7}}, ["location.lng"]),
        ("zero gallons", {"amount": {"type": "gallons", "gallons": 0}}, ["amount.gallons"]),
        ("less than none", {"amount": {"type": "gallons", "gallons": -5}}, ["amount.gallons"]),
        ("four decimals", {"amount": {"type": "gallons", "gallons": 15.8001}}, ["amount.gallons"]),
        ("gallons as text", {"amount": {"type": "gallons", "gallons": "10"}}, ["amount.gallons"]),
        ("more than the tank", {"amount": {"type": "gallons", "gallons": 15.801}}, ["amount.gallons"]),
        ("nineteen dollars", {"amount": {"type": "dollars", "dollars": usd(1999)}}, ["amount.dollars"]),
        ("euros", {"amount": {"type": "dollars", "dollars": {"amount": 4000, "currency": "EUR"}}}, ["amount.dollars"]),
        ("dollars beyond the tank", {"amount": {"type": "dollars", "dollars": usd(30000)}}, ["amount.dollars"]),
        ("another amount", {"amount": {"type": "barrels"}}, ["amount.type"]), ("next week", {"scheduleType": "someday"}, ["scheduleType"]),
        ("a fuel that nobody knows", {"fuelType": "water"}, ["fuelType"]),
        ("water someday", {"fuelType": "water", "scheduleType": "someday"}, ["fuelType", "scheduleType"]),
        ("a long code", {"promoCode": "X" * 21}, ["promoCode"]),
    ):
        answer = walk.expect(title, ada.ask("POST", "/quotes", wish(car, **changes)), 422, errors=fields)
        walk.fact("nothing else is wrong", set(answer["errors"]) == set(fields), answer)
    nowhere = {"location": {"lat": 25.7959, "lng": -80.287}}
    walk.expect("an unknown vehicle, also nowhere", ada.ask("POST", "/quotes", wish(str(uuid.uuid4()), **nowhere)), 404)
    walk.expect("somebody else's", people.join(walk).ask("POST", "/quotes", wish(car)), 404)
    walk.expect("diesel for petrol, also nowhere", ada.ask("POST", "/quotes", wish(car, fuelType="diesel", **nowhere)), 409,
                slug="fuel-incompatible")
    walk.expect("the airport", ada.ask("POST", "/quotes", wish(car, **nowhere)), 409, slug="outside-service-area")
    walk.expect("its edge", ada.ask("POST", "/quotes", wish(car, location={"lat": 25.78, "lng": -80.29})), 201)
    walk.expect("an unknown address", ada.ask("POST", "/quotes", wish(car, location=..., addressId=str(uuid.uuid4()))), 404)
    walk.expect("a higher grade", ada.ask("POST", "/quotes", wish(car, fuelType="premium")), 201, fuelType="premium",
                pricePerGallon={"mills": 4149, "currency": "USD"})
    eve, bmw = driver_of(walk, make="BMW", model="X3", year=2023, fuelType="premium")
    walk.expect("a lower one", eve.ask("POST", "/quotes", wish(bmw, fuelType="regular")), 409, slug="fuel-incompatible")
    zoe, stolen = driver_of(walk, plate={"region": "US-FL", "number": "ZZZ123"})
    walk.expect("somebody else's plate", zoe.ask("POST", "/quotes", wish(stolen, fuelType="diesel")), 409, slug="vehicle-not-verified")
    mended = zoe.ask("PUT", f"/vehicles/{stolen}", {"plate": {"region": "US-FL", "number": "ABC123"}})
    walk.fact("is mended", mended["plate"]["status"] == "verified", mended)
    walk.expect("and served", zoe.ask("POST", "/quotes", wish(stolen)), 201)
    walk.expect("no quote of that id", zoe.ask("GET", f"/quotes/{uuid.uuid4()}"), 404)


def promos(walk):
    """Promo codes"""
    ada, car = driver_of(walk)
    welcome = walk.expect("welcome", ada.ask("POST", "/quotes", wish(car, promoCode=" welcome10 ")), 201, total=usd(4902))
    walk.fact("applies", (welcome["promo"]["code"], welcome["promo"]["applied"]) == ("WELCOME10", True), welcome)
    walk.fact("after the fuel", [line["code"] for line in welcome["lines"]] == ["fuel", "promo", "delivery_fee", "sales_tax"], welcome)
    free = walk.expect("free delivery", ada.ask("POST", "/quotes", wish(car, promoCode="FREEDELIVERY")), 201, total=usd(5368))
    walk.fact("has no tax", lines(free) == {"fuel": 5368, "promo": -499, "delivery_fee": 499}, free)
    for code, reason, amount in (("NOBODY", "unknown", FILL_UP), ("SUMMER26", "expired", FILL_UP),
                                 ("WELCOME10", "minimum_not_met", {"type": "gallons", "gallons": 8.8})):
        answer = walk.expect(f"{code}: {reason}", ada.ask("POST", "/quotes", wish(car, promoCode=code, amount=amount)), 201)
        walk.fact("does not block", answer["promo"] == {"code": code, "applied": False, "reason": reason}, answer)
        walk.fact("and takes nothing off", "promo" not in lines(answer), answer)


def changes(walk):
    """A change of the catalogue is in force for new quotes within two seconds, and touches no open one"""
    boss, code = people.as_(walk, "pricing"), f"q{uuid.uuid4().hex[:10]}"
    zone = walk.expect("a zone", boss("POST", "/price-zones", {
        "code": code, "name": "Quotes", "fees": {"delivery": usd(499), "asap": usd(500)}, "salesTaxBps": 700,
        "tiers": [{"minGallons": 15, "discountMills": 30}]}), 201)
    ring = [[-81.5, 28.5], [-81.4, 28.5], [-81.4, 28.6], [-81.5, 28.6], [-81.5, 28.5]]
    area = walk.expect("an area", boss("POST", "/service-areas", {
        "code": code, "name": "Quotes", "priceZoneId": zone["id"], "geometry": {"type": "Polygon", "coordinates": [ring]}}), 201)
    ada, car = driver_of(walk)
    here = {"location": {"lat": 28.55, "lng": -81.45}}

    def quote():
        return ada.ask("POST", "/quotes", wish(car, **here))

    walk.eventually("no price yet", quote, lambda answer: answer.slug == "price-unavailable", 2)
    price = {"zoneId": zone["id"], "fuelType": "regular"}
    earlier = (walk.now() - datetime.timedelta(seconds=30)).strftime("%Y-%m-%dT%H:%M:%SZ")
    walk.expect("a price", boss("POST", "/prices", {**price, "mills": 3399, "validFrom": earlier}), 201)
    first = walk.eventually("in force", quote, lambda answer: answer["pricePerGallon"]["mills"] == 3399, 2)
    walk.expect("another one", boss("POST", "/prices", {**price, "mills": 3499}), 201)
    walk.eventually("for new quotes", quote, lambda answer: answer["pricePerGallon"]["mills"] == 3499, 2)
    walk.expect("not for open ones", ada.ask("GET", f"/quotes/{first['id']}"), total=first["total"],
                pricePerGallon={"mills": 3399, "currency": "USD"})
    walk.expect("other fees", boss("PUT", f"/price-zones/{zone['id']}", {"fees": {"delivery": usd(0), "asap": usd(0)}, "tiers": []}))
    walk.eventually("a line of nothing is left out", quote, lambda answer: set(lines(answer)) == {"fuel"}, 2)
    walk.expect("the area closes", boss("DELETE", f"/service-areas/{area['id']}"), 204)
    walk.eventually("and serves nobody", quote, lambda answer: answer.slug == "outside-service-area", 2)
    walk.expect("an open quote stays", ada.ask("GET", f"/quotes/{first['id']}"), status="open")


PARTS = [sums, decimals, refused, promos, changes]
