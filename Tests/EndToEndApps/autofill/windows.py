"""Delivery windows (R11): schedules of areas, rosters of trucks, what is offered at a place, and the race for the last stop."""

import concurrent.futures, datetime, itertools, uuid, zoneinfo
import depot, people, walk as walks

ZONE = zoneinfo.ZoneInfo("America/New_York")
DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
CORE, BEACH, LAUDERDALE, DORAL = (25.7617, -80.1918), (25.7825, -80.134), (26.1224, -80.1373), (25.85, -80.36)
NOBODY = "00000000-0000-4000-8000-000000000000"
# Areas of these tests lie in the Atlantic, a tenth of a degree apart.
SQUARES = itertools.count(uuid.uuid4().int % 1000)


def usd(amount):
    return {"amount": amount, "currency": "USD"}


def asked(place, fuel="regular", date=None, **more):
    query = {"lat": place[0], "lng": place[1], "fuelType": fuel, **({"date": date} if date else {}), **more}
    return "/delivery-windows?" + "&".join(f"{name}={value}" for name, value in query.items() if value is not ...)


def today(walk):
    return walk.now().astimezone(ZONE).date()


def own_area(walk, **changes):
    """An area with a price zone of its own, far out at sea: its id and a place in it."""
    number = next(SQUARES)
    south, west = 10 + number // 50 * 0.1, -60 + number % 50 * 0.1
    mark = uuid.uuid4().hex[:8]
    pricing = people.as_(walk, "pricing")
    zone = pricing("POST", "/price-zones", {"code": f"sea-{mark}", "name": "Sea", "fees": {"delivery": usd(499), "asap": usd(500)},
                                            "salesTaxBps": 700, "tiers": []})
    assert zone.status == 201, zone
    corners = [[west, south], [west + 0.05, south], [west + 0.05, south + 0.05], [west, south + 0.05], [west, south]]
    area = pricing("POST", "/service-areas", {
        "code": f"sea-{mark}", "name": "Sea", "priceZoneId": zone["id"],
        "geometry": {"type": "Polygon", "coordinates": [[[round(x, 6), round(y, 6)] for x, y in corners]]}, **changes})
    assert area.status == 201, area
    return area["id"], zone["id"], (round(south + 0.02, 6), round(west + 0.02, 6))


def own_truck(walk, area, fuels=("regular",), capacity=1000):
    """A truck; its code is used by nobody else."""
    dispatch = people.as_(walk, "dispatch")
    truck = dispatch("POST", "/trucks", {"code": f"T-{next(depot.CODES)}", "plate": "SEA 1", "areaId": area,
                                         "compartments": [{"fuelType": fuel, "capacityGallons": capacity} for fuel in fuels]})
    assert truck.status == 201, truck
    return truck["id"]


def schedule(hours=(("07:00", "21:00"),), days=DAYS, minutes=120, cutoff=60, **more):
    return {"weekly": {day: [list(pair) for pair in hours] for day in days}, "windowMinutes": minutes, "cutoffMinutes": cutoff, **more}


def expected(date, hours, minutes):
    """Start and end of each window as this document says them, and what the clock on the wall shows."""
    def instant(minute):
        wall = datetime.datetime.combine(date, datetime.time(), ZONE) + datetime.timedelta(minutes=minute)
        return wall.astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    def text(minute):
        return f"{minute // 60:02d}:{minute % 60:02d}"
    return [(instant(at), instant(at + minutes), text(at), text(at + minutes))
            for start, end in hours for at in range(start, end - minutes + 1, minutes)]


def demo(walk):
    """The windows of the demo's four areas"""
    first = today(walk)
    for place, name, hours, stops in ((CORE, "miami-core", (420, 1260), {"regular": 7, "premium": 4, "diesel": 3, "midgrade": 3}),
                                      (BEACH, "miami-beach", (420, 1260), {"regular": 4, "premium": 4, "midgrade": 0, "diesel": 0}),
                                      (LAUDERDALE, "fort-lauderdale", (480, 1200), {"regular": 3, "diesel": 3, "premium": 0}),
                                      (DORAL, "doral", (0, 1440), {"regular": 6, "midgrade": 6, "premium": 6, "diesel": 6})):
        area = walk.ask("GET", f"/service-areas/lookup?lat={place[0]}&lng={place[1]}")["areaId"]
        for date in (first + datetime.timedelta(days=ahead) for ahead in range(7)):
            answer = walk.ask("GET", asked(place, date=str(date)))
            closed = name == "fort-lauderdale" and (date.weekday() == 6 or (date.month, date.day) == (12, 25) or (
                date.month == 11 and date.weekday() == 3 and 22 <= date.day <= 28))
            want = [] if closed else expected(date, [hours], 120)
            got = [(one["startsAt"], one["endsAt"], one["localStart"], one["localEnd"]) for one in answer["data"]]
            walk.fact(f"{name} on {date}: {len(want)} windows", got == want and answer["areaId"] == area and answer["date"] == str(date),
                      answer)
            walk.fact("closed with a reason, or open without", (answer["closedReason"] is not None) == closed, answer)
            walk.fact("as soon as possible only today", (answer["asap"] is not None) == (date == first), answer)
        for fuel, count in stops.items():
            last = walk.ask("GET", asked(place, fuel, str(first + datetime.timedelta(days=1))))["data"]
            for one in last:
                reason = "past_cutoff" if walks.moment(one["cutoffAt"]) <= walk.now() else "no_truck_for_fuel" if count == 0 else None
                walk.fact(f"{one['localStart']} in {name} takes {count} of {fuel}",
                          one["capacity"] == count and one["remaining"] <= count and one["unavailableReason"] in (reason, "full")
                          and one["available"] == (one["unavailableReason"] is None)
                          and walks.moment(one["cutoffAt"]) == walks.moment(one["startsAt"]) - datetime.timedelta(hours=1), one)
    holiday = first + datetime.timedelta(days=(3 - first.weekday()) % 7)
    if holiday.month == 11 and 22 <= holiday.day <= 28:
        walk.expect("Thanksgiving says so", walk.ask("GET", asked(LAUDERDALE, date=str(holiday))), closedReason="Thanksgiving", data=[])
    for place in ((25.7959, -80.287), (25.78, -80.17), (25.699999, -80.25)):
        answer = walk.expect(f"nothing at {place}", walk.ask("GET", asked(place)))
        walk.fact("and nothing else is said", answer.body == {"serviceable": False, "data": []}, answer)


def parameters(walk):
    """What a question for windows needs"""
    first = today(walk)
    for title, path, field in (
            ("no latitude", asked((..., -80.25)), "lat"), ("no longitude", asked((25.75, ...)), "lng"),
            ("no fuel", asked(CORE, ...), "fuelType"), ("a fuel nobody knows", asked(CORE, "coal"), "fuelType"),
            ("latitude 91", asked((91, -80)), "lat"), ("longitude that is none", asked((25, "east")), "lng"),
            ("yesterday", asked(CORE, date=str(first - datetime.timedelta(days=1))), "date"),
            ("a week ahead", asked(CORE, date=str(first + datetime.timedelta(days=7))), "date"),
            ("a date that is none", asked(CORE, date="2026-02-30"), "date")):
        walk.expect(title, walk.ask("GET", path), 422, errors=[field])
    walk.expect("the last day of the horizon", walk.ask("GET", asked(CORE, date=str(first + datetime.timedelta(days=6)))), asap=None)


def schedules(walk):
    """Schedules of areas: set at once after the area, read, refused"""
    dispatch = people.as_(walk, "dispatch")
    area, _, place = own_area(walk)
    path = f"/service-areas/{area}/schedule"
    sent = schedule([("07:00", "11:59"), ("13:00", "24:00")], ["mon", "sun"], 60, 0,
                    exceptions=[{"date": "2026-12-24", "hours": [["08:00", "12:00"]], "reason": "Christmas Eve"},
                                {"date": "2026-12-25", "closed": True, "reason": "Christmas"}])
    set_ = walk.expect("set right after its area", dispatch("PUT", path, sent), windowMinutes=60, cutoffMinutes=0, weekly=sent["weekly"])
    walk.fact("dates that differ", [(one["date"], one.get("closed"), one["reason"]) for one in set_["exceptions"]] == [
        ("2026-12-24", None, "Christmas Eve"), ("2026-12-25", True, "Christmas")], set_)
    read = walk.expect("read", dispatch("GET", path), weekly=sent["weekly"], exceptions=set_["exceptions"])
    walk.expect("the admin reads it, too", people.as_(walk, "admin")("GET", path), weekly=read["weekly"])
    for account in ("maya", "luis", "pricing"):
        walk.expect(f"{account} does not", people.as_(walk, account)("GET", path), 403, slug="forbidden",
                    requiredPermission="dispatch:manage")
        walk.expect(f"{account} sets none", people.as_(walk, account)("PUT", path, sent), 403, slug="forbidden")
    walk.expect("a guest neither", walk.ask("PUT", path, sent), 401)
    other, _, empty = own_area(walk)
    walk.expect("a new area has none", dispatch("GET", f"/service-areas/{other}/schedule"), 404)
    for form, fields in ((schedule([("07:00", "12:00"), ("11:00", "13:00")]), ["weekly.mon"]),
                         (schedule([("12:00", "07:00")]), ["weekly.tue"]), (schedule([("7", "12:00")]), []),
                         (schedule(minutes=29), ["windowMinutes"]), (schedule(minutes=241), ["windowMinutes"]),
                         (schedule(cutoff=-1), ["cutoffMinutes"]), (schedule(cutoff=1441), ["cutoffMinutes"]),
                         ({}, ["weekly", "windowMinutes"]),
                         (schedule(exceptions=[{"date": "2026-12-25", "closed": True}] * 2), ["exceptions.1.date"]),
                         (schedule(exceptions=[{"date": "2026-12-25", "closed": True, "hours": [["08:00", "09:00"]]}]), []),
                         (schedule(exceptions=[{"date": "2026-12-25"}]), []),
                         (schedule(exceptions=[{"closed": True}]), ["exceptions.0.date"])):
        walk.expect(f"not {str(form)[:70]}", dispatch("PUT", path, form), 422, errors=fields)
    walk.expect("an area that is none", dispatch("PUT", f"/service-areas/{NOBODY}/schedule", schedule()), 404)
    answer = walk.expect("without a schedule no windows and no reason", walk.ask("GET", asked(empty)), data=[], closedReason=None)
    walk.fact("and nothing soon", answer["asap"]["available"] is False, answer)
    days = {DAYS[date.weekday()]: date for date in (today(walk) + datetime.timedelta(days=ahead) for ahead in range(7))}
    walk.expect("a day without hours is closed", walk.ask("GET", asked(place, date=str(days["wed"]))), data=[], closedReason="closed")
    answer = walk.ask("GET", asked(place, date=str(days["sun"])))
    walk.fact("a rest that is too short is dropped, hours follow each opening",
              [(one["startsAt"], one["endsAt"], one["localStart"], one["localEnd"]) for one in answer["data"]]
              == expected(days["sun"], [(420, 719), (780, 1440)], 60), answer)
    walk.fact("without a truck there is none for the fuel",
              all(one["unavailableReason"] in ("no_truck_for_fuel", "past_cutoff") for one in answer["data"]), answer)


def rosters(walk):
    """Rosters of trucks: the body is a list"""
    dispatch = people.as_(walk, "dispatch")
    area, _, place = own_area(walk)
    walk.expect("a schedule", dispatch("PUT", f"/service-areas/{area}/schedule", schedule(cutoff=0)))
    truck = own_truck(walk, area, ["regular", "diesel"])
    path = f"/trucks/{truck}/roster"
    rows = [{"areaId": area, "weekdays": DAYS[:6], "stopsPerWindow": 3}, {"areaId": area, "weekdays": ["sun"], "stopsPerWindow": 0}]
    walk.expect("set right after its truck", dispatch("PUT", path, rows), data=rows)
    walk.expect("read", dispatch("GET", path), data=rows)
    second = own_truck(walk, area, ["regular"])
    walk.expect("the second truck", dispatch("PUT", f"/trucks/{second}/roster", [{"areaId": area, "weekdays": DAYS, "stopsPerWindow": 2}]))
    weekday = next(date for date in (today(walk) + datetime.timedelta(days=ahead) for ahead in range(1, 4)) if date.weekday() < 6)
    for fuel, count in (("regular", 5), ("diesel", 3), ("premium", 0)):
        answer = walk.ask("GET", asked(place, fuel, str(weekday)))
        walk.fact(f"{count} of {fuel}", answer["data"] and all(one["capacity"] == one["remaining"] == count for one in answer["data"]),
                  answer)
    for body, status, errors in (
            ([{"areaId": area, "weekdays": ["mon"], "stopsPerWindow": 21}], 422, ["0.stopsPerWindow"]),
            ([{"areaId": area, "weekdays": ["mon"], "stopsPerWindow": -1}], 422, ["0.stopsPerWindow"]),
            ([{"areaId": area, "weekdays": ["monday"], "stopsPerWindow": 1}], 422, []),
            ([{"areaId": area, "weekdays": days, "stopsPerWindow": 1} for days in (["mon"], ["tue", "mon"])], 422, []),
            ([{"weekdays": ["mon"], "stopsPerWindow": 1}], 422, ["0.areaId"]), ({"data": rows}, 422, ["body"]),
            ([{"areaId": NOBODY, "weekdays": ["mon"], "stopsPerWindow": 1}], 422, ["0.areaId"])):
        walk.expect(f"not {str(body)[:80]}", dispatch("PUT", path, body), status, errors=errors)
    walk.expect("a truck that is none", dispatch("PUT", f"/trucks/{NOBODY}/roster", rows), 404)
    walk.expect("nor read", dispatch("GET", f"/trucks/{NOBODY}/roster"), 404)
    walk.expect("a driver sets none", people.as_(walk, "luis")("PUT", path, rows), 403, requiredPermission="dispatch:manage")
    walk.expect("an empty roster", dispatch("PUT", f"/trucks/{second}/roster", []), data=[])
    answer = walk.ask("GET", asked(place, date=str(weekday)))
    walk.fact("counts at once", all(one["capacity"] == 3 for one in answer["data"]), answer)
    walk.expect("an area out of service", people.as_(walk, "pricing")("DELETE", f"/service-areas/{area}"), 204)
    walk.eventually("offers nothing", lambda: walk.ask("GET", asked(place)),
                    lambda answer: answer.body == {"serviceable": False, "data": []}, seconds=2)


def ready(walk, place):
    """Somebody new with a diesel truck, a card and a quote for it, all but ordered."""
    person = people.join(walk)
    vehicle = person.ask("POST", "/vehicles", {"make": "Ram", "model": "1500", "year": 2020, "fuelType": "diesel",
                                               "plate": {"region": "US-FL", "number": f"R{uuid.uuid4().hex[:5]}", "personalized": True}})
    assert vehicle.status == 201, vehicle
    person.keep()
    quote = walk.eventually("a quote at sea", lambda: person.ask("POST", "/quotes", {
        "location": {"lat": place[0], "lng": place[1]}, "vehicleId": vehicle["id"], "amount": {"type": "gallons", "gallons": 10},
        "scheduleType": "window"}), lambda answer: answer.status == 201, seconds=2)
    return person, quote["id"]


def order(person, quote, window):
    return person.ask("POST", "/orders", {"quoteId": quote, "schedule": {"type": "window", "windowId": window}})


def racing(walk):
    """Twenty customers at once, three stops (walkthrough 4)"""
    area, zone, place = own_area(walk)
    dispatch = people.as_(walk, "dispatch")
    walk.expect("a schedule", dispatch("PUT", f"/service-areas/{area}/schedule", schedule()))
    truck = own_truck(walk, area, ["diesel"])
    walk.expect("three stops", dispatch("PUT", f"/trucks/{truck}/roster", [{"areaId": area, "weekdays": DAYS, "stopsPerWindow": 3}]))
    walk.expect("a price", people.as_(walk, "pricing")("POST", "/prices", {"zoneId": zone, "fuelType": "diesel", "mills": 3899}), 201)
    date = str(today(walk) + datetime.timedelta(days=1))

    def offered():
        return walk.ask("GET", asked(place, "diesel", date))["data"]
    window = offered()[2]
    crowd = [ready(walk, place) for _ in range(20)]
    with concurrent.futures.ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(lambda one: order(*one, window["id"]), crowd))
    won = [answer for answer in answers if answer.status == 201]
    lost = [(one, answer) for one, answer in zip(crowd, answers) if answer.status != 201]
    walk.fact("three of them win", len(won) == 3, *answers)
    for (person, _), answer in lost:
        walk.expect("the others hear that it is full", answer, 409, slug="window-full")
        later = [one["id"] for one in offered() if one["startsAt"] > window["startsAt"]][:3]
        walk.fact("and what is free, later windows first", [one["id"] for one in answer["alternatives"]] == later, answer)
        walk.fact("they paid nothing", person.ask("GET", "/transactions")["data"] == [])
    for answer in won:
        person = next(one for (one, _), own in zip(crowd, answers) if own is answer)
        walk.eventually("the winners are scheduled", lambda: person.ask("GET", f"/orders/{answer['id']}"),
                        lambda answer: answer["status"] == "scheduled")
    full = next(one for one in offered() if one["id"] == window["id"])
    walk.fact("none is left", (full["remaining"], full["available"], full["unavailableReason"]) == (0, False, "full"), full)
    (person, quote), answer = lost[0]
    walk.expect("the old quote serves for an alternative", order(person, quote, answer["alternatives"][0]["id"]), 201)
    first = next((person, own) for (person, _), own in zip(crowd, answers) if own.status == 201)
    walk.expect("a winner cancels", first[0].ask("POST", f"/orders/{first[1]['id']}/cancel", {"reason": "Sold the truck"}),
                status="cancelled")
    walk.eventually("and the stop is free again", offered,
                    lambda data: next(one for one in data if one["id"] == window["id"])["remaining"] == 1)
    (person, quote), _ = lost[1]
    walk.expect("a window of another area", order(person, quote, walk.ask("GET", asked(CORE, date=date))["data"][0]["id"]), 404)
    walk.expect("a window that is none", order(person, quote, NOBODY), 404)


PARTS = [demo, parameters, schedules, rosters, racing]
