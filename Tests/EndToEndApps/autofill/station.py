"""Orders of fuel and their delivery, for parts that need one to look at something else."""

import datetime, itertools, struct, uuid, zlib, zoneinfo
import people, walk as walking

MIAMI = {"lat": 25.7617, "lng": -80.1918}
ZONE = zoneinfo.ZoneInfo("America/New_York")
# Meters only go up.
METER = itertools.count(200_000, 100)


def usd(amount):
    return {"amount": amount, "currency": "USD"}


def photo(shade=120):
    """A small picture as a camera would write it; no two are the same."""
    chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = b"".join(b"\x00" + bytes([shade]) * 24 for _ in range(8))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 8, 8, 8, 2, 0, 0, 0)) + chunk(b"IDAT",
        zlib.compress(rows)) + chunk(b"tEXt", b"id\x00" + uuid.uuid4().hex.encode()) + chunk(b"IEND", b"")


def car(person, plate=None):
    """A vehicle of this person, with a tank of 15.8 gallons."""
    number = plate or f"ABC{chr(65 + uuid.uuid4().int % 26)}{uuid.uuid4().int % 100:02d}"
    answer = person.ask("POST", "/vehicles", {"make": "Toyota", "model": "Camry", "year": 2021, "fuelType": "regular",
                                              "plate": {"region": "US-FL", "number": number}, "color": "Silver"})
    assert answer.status == 201, answer
    return answer["id"]


def quote(person, vehicle, gallons=None, **changes):
    amount = {"type": "gallons", "gallons": gallons} if gallons else {"type": "fill_up"}
    answer = person.ask("POST", "/quotes", {"location": MIAMI, "vehicleId": vehicle, "amount": amount, "scheduleType": "window", **changes})
    assert answer.status == 201, answer
    return answer


def window(walk, days=1):
    """The window of a local day with most room, by its id."""
    day = (walk.now().astimezone(ZONE) + datetime.timedelta(days=days)).date().isoformat()
    answer = walk.ask("GET", f"/delivery-windows?lat={MIAMI['lat']}&lng={MIAMI['lng']}&fuelType=regular&date={day}")
    assert answer.status == 200, answer
    open_ones = [one for one in answer["data"] if one["available"]]
    assert open_ones, answer
    return max(open_ones, key=lambda one: one["remaining"])


def order(walk, person, tip=0, card=None, sandbox=None, days=1, vehicle=None, gallons=None):
    """An order for a window; the answer of POST /orders."""
    made = quote(person, vehicle or car(person), gallons)
    body = {"quoteId": made["id"], "schedule": {"type": "window", "windowId": window(walk, days)["id"]}}
    if tip:
        body["tip"] = usd(tip)
    if card:
        body["paymentMethodId"] = card
    return person.ask("POST", "/orders", body, {"X-Sandbox-Payment": sandbox} if sandbox else None)


def in_state(walk, person, number, state, title=None):
    """The order, once it is in this state."""
    return walk.eventually(title or f"is {state}", lambda: person.ask("GET", f"/orders/{number}"), lambda answer: answer["status"] == state)


def drive(walk, driver, order, plate, code="T-102"):
    """From an hour before the window to the open fuel door. The driver begins a shift, which `end` ends."""
    start = walking.moment(order["schedule"]["startsAt"])
    if walk.now() < start - datetime.timedelta(minutes=50):
        walk.advance(to=(start - datetime.timedelta(minutes=50)).strftime("%Y-%m-%dT%H:%M:%SZ"))
    trucks = people.as_(walk, "dispatch")("GET", "/trucks?perPage=100")["data"]
    shift = driver.ask("POST", "/shifts", {"truckId": next(one["id"] for one in trucks if one["code"] == code)})
    assert shift.status == 201, shift
    driver.shift = shift["id"]
    path = f"/deliveries/{order['id']}"
    for step, body in [("claim", {}), ("start", {}), ("arrive", {"override": True, "reason": "No signal"}),
                       ("start-fueling", {"plate": plate})]:
        answer = driver.ask("POST", f"{path}/{step}", body)
        assert answer.status == 200, answer


def end(driver):
    answer = driver.ask("POST", f"/shifts/{driver.shift}/end")
    assert answer.status == 200, answer


def deliver(walk, driver, order, gallons, plate):
    """The whole delivery, in a shift of its own."""
    drive(walk, driver, order, plate)
    path, meter = f"/deliveries/{order['id']}", next(METER)
    answer = driver.ask("POST", f"{path}/meter-reading", {"meterStart": meter, "meterEnd": round(meter + gallons, 3)})
    assert answer.status == 200, answer
    answer = driver.ask("POST", f"{path}/photos?kind=meter", raw=photo(), headers={"Content-Type": "image/png"})
    assert answer.status == 201, answer
    answer = driver.ask("POST", f"{path}/complete", {})
    assert answer.status == 200, answer
    end(driver)
