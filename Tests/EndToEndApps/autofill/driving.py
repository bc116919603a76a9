"""Trucks, shifts, deliveries and positions: R8 as drivers see it, R12, R13, walkthroughs 1 and 5 from the claim on."""

import concurrent.futures, datetime, hashlib, uuid
import depot, people, sockets

NOBODY = "00000000-0000-4000-8000-000000000000"


def step(person, order, action, body=None):
    return person.ask("POST", f"/deliveries/{order}/{action}", body if body is not None else {})


def stamp(time, seconds=0):
    return (time + datetime.timedelta(seconds=seconds)).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def locate(walk, driver, *points):
    """Points of (place, seconds from now)."""
    now = walk.now()
    return driver.ask("POST", "/shifts/current/locations", {
        "points": [{**place, "recordedAt": stamp(now, seconds), "heading": 182} for place, seconds in points]})


def photograph(walk, person, order, kind="meter", data=depot.PNG, content="image/png"):
    return walk.ask("POST", f"/deliveries/{order}/photos?kind={kind}", raw=data, token=person.token, headers={"Content-Type": content})


def demo_trucks(walk):
    """The trucks of the demo, 80 % full"""
    answer = people.as_(walk, "dispatch")("GET", "/trucks?perPage=100")
    trucks = {one["code"]: {part["fuelType"]: part for part in one["compartments"]} for one in answer["data"]}
    wanted = {"T-101": {"regular": 600, "premium": 300}, "T-102": {"regular": 400, "midgrade": 200, "diesel": 400},
              "T-201": {"regular": 500, "premium": 300}, "T-301": {"regular": 500, "diesel": 400},
              "T-401": {fuel: 400 for fuel in ("regular", "midgrade", "premium", "diesel")}}
    for code, fuels in wanted.items():
        walk.fact(f"{code} carries {', '.join(fuels)}", {fuel: part["capacityGallons"] for fuel, part in trucks[code].items()} == fuels,
                  trucks[code])
        walk.fact("80 % full", all(part["onHand"] == 0.8 * part["capacityGallons"] for part in trucks[code].values()), trucks[code])
    for who in ("maya", "pricing"):
        walk.expect(f"not for {who}", people.as_(walk, who)("GET", "/trucks"), 403, slug="forbidden")
    walk.expect("nor for guests", walk.ask("GET", "/trucks"), 401)
    walk.expect("a driver may look", people.as_(walk, "luis")("GET", "/trucks"), fields=["data", "meta"])


def trucks(walk):
    """R12: compartments, loads, adjustments, the ledger that adds up"""
    home = depot.Depot(walk, load=0)
    staff, path = people.as_(walk, "dispatch"), f"/trucks/{home.truck}"
    body = {"code": f"T-{next(depot.CODES)}", "plate": "AB", "areaId": home.area,
            "compartments": [{"fuelType": "regular", "capacityGallons": 50}]}
    for field, value in [("code", "T-1"), ("code", "X-123"), ("plate", "A"), ("plate", "A" * 11), ("areaId", NOBODY), ("compartments", []),
                         ("compartments", [{"fuelType": "regular", "capacityGallons": 49}]),
                         ("compartments", [{"fuelType": "regular", "capacityGallons": 5001}]),
                         ("compartments", [{"fuelType": "regular", "capacityGallons": 60.0001}]),
                         ("compartments", [{"fuelType": "regular", "capacityGallons": 60}] * 2)]:
        answer = staff("POST", "/trucks", {**body, field: value})
        named = answer.status == 422 and any(name.startswith(field) for name in answer["errors"])
        walk.fact(f"{field} {value!r} is refused", named, answer)
    walk.expect("everything wrong at once", staff("POST", "/trucks", {**body, "code": "T-1", "areaId": NOBODY}), 422,
                errors=["code", "areaId"])
    walk.expect("a driver adds no truck", people.as_(walk, "luis")("POST", "/trucks", body), 403, slug="forbidden")
    walk.expect("a code is one truck's", staff("POST", "/trucks", {**body, "code": home.code}), 409, slug="truck-code-taken")

    def load(gallons, ticket, fuel="regular", who=staff):
        return who("POST", f"{path}/loads", {"fuelType": fuel, "gallons": gallons, "ticket": ticket})
    ticket = uuid.uuid4().hex[:12]
    entry = walk.expect("a load", load(250.125, ticket), 201, kind="load", gallons=250.125, balance=250.125)
    walk.expect("a ticket counts once", load(1, ticket), 409, slug="ticket-used")
    walk.expect("more than fits", load(350, ticket + "b"), 409, slug="compartment-overfilled")
    walk.expect("a fuel it does not carry", load(1, ticket + "c", "diesel"), 409, slug="fuel-not-carried")
    walk.expect("a fuel that nobody sells", load(1, ticket + "c", "kerosene"), 422, errors=["fuelType"])
    for gallons in (0, -1, 1.0001, "1"):
        walk.expect(f"{gallons!r} gallons", load(gallons, ticket + "d"), 422, errors=["gallons"])

    def adjust(delta, reason="gauge"):
        return staff("POST", f"{path}/adjustments", {"fuelType": "regular", "gallonsDelta": delta, "reason": reason})
    walk.expect("a correction", adjust(-0.125), 201, kind="adjustment", gallons=-0.125, balance=250)
    walk.expect("not below nothing", adjust(-250.001), 409, slug="insufficient-fuel")
    walk.expect("not over the rim", adjust(350.001), 409, slug="compartment-overfilled")
    driver = home.driver(on_shift=False)
    walk.expect("who does not drive it loads nothing", load(1, ticket + "e", who=driver.ask), 403, slug="forbidden",
                requiredPermission="dispatch:manage")
    shift = walk.expect("a shift", driver.ask("POST", "/shifts", {"truckId": home.truck}), 201, truckCode=home.code)
    walk.expect("who drives it does", load(1, ticket + "e", who=driver.ask), 201, balance=251)
    walk.expect("one who drives adjusts nothing", driver.ask("POST", f"{path}/adjustments", {}), 403)
    tanks = [{"fuelType": "regular", "capacityGallons": 700}]
    walk.expect("compartments stay during a shift", staff("PUT", path, {"compartments": tanks}), 409, slug="truck-has-shift")
    walk.expect("the plate may change", staff("PUT", path, {"plate": "NEW 7"}), plate="NEW 7")
    walk.expect("the shift ends", driver.ask("POST", f"/shifts/{shift['id']}/end", {}))
    small = [{"fuelType": "regular", "capacityGallons": 250}]
    walk.expect("a tank smaller than its fuel", staff("PUT", path, {"compartments": small}), 409, slug="compartment-overfilled")
    walk.expect("a larger one", staff("PUT", path, {"compartments": tanks}))
    ledger = walk.expect("the ledger", staff("GET", f"{path}/ledger"), fields=["data", "meta"])["data"]
    walk.fact("newest first", [one["balance"] for one in ledger] == [251, 250, 250.125] and ledger[-1]["id"] == entry["id"], ledger)
    walk.fact("its sum is what is there", sum(one["gallons"] for one in ledger) == home.regular()["onHand"] == 251, ledger)


def shifts(walk):
    """One open shift per driver and truck, ended by its driver or a dispatcher"""
    home, other = depot.Depot(walk), depot.Depot(walk)
    first, second = home.driver(), home.driver(on_shift=False)
    walk.expect("the driver's own", first.ask("GET", "/shifts/current"), id=first.shift, truckId=home.truck)
    walk.expect("none yet", second.ask("GET", "/shifts/current"), 404)
    walk.expect("one at a time", first.ask("POST", "/shifts", {"truckId": other.truck}), 409, slug="shift-already-open")
    walk.expect("one per truck", second.ask("POST", "/shifts", {"truckId": home.truck}), 409, slug="truck-in-use")
    walk.expect("no such truck", second.ask("POST", "/shifts", {"truckId": NOBODY}), 404)
    walk.expect("no truck named", second.ask("POST", "/shifts", {}), 422, errors=["truckId"])
    walk.expect("customers have none", people.join(walk).ask("POST", "/shifts", {"truckId": home.truck}), 403, slug="forbidden")
    walk.expect("nobody ends another one's", second.ask("POST", f"/shifts/{first.shift}/end", {}), 404)
    order, _ = home.order()
    walk.expect("with a delivery", step(first, order, "claim"), status="assigned")
    walk.expect("it stays open", first.ask("POST", f"/shifts/{first.shift}/end", {}), 409, slug="open-deliveries")
    walk.expect("a driver has no force", first.ask("POST", f"/shifts/{first.shift}/end", {"force": True}), 403, slug="forbidden",
                requiredPermission="dispatch:manage")
    walk.expect("not on a shift that is not there either", first.ask("POST", f"/shifts/{uuid.uuid4()}/end", {"force": True}), 403,
                slug="forbidden", requiredPermission="dispatch:manage")
    walk.expect("a dispatcher has", people.as_(walk, "dispatch")("POST", f"/shifts/{first.shift}/end", {"force": True}))
    walk.expect("the delivery is free", people.as_(walk, "dispatch")("GET", f"/deliveries/{order}"), status="scheduled", driverId=None)
    walk.expect("ending it again changes nothing", first.ask("POST", f"/shifts/{first.shift}/end", {}))
    walk.fact("no fuel is set aside", home.regular()["reserved"] == 0)


def delivering(walk):
    """Walkthrough 1 from the claim on: the first driver gets it, the geofence, the plate, the proof, the meter"""
    home = depot.Depot(walk)
    late = home.driver(on_shift=False)
    order, customer = home.order()
    watcher = sockets.Live(walk, late.token)
    watcher.send({"subscribe": "deliveries/mine", "ref": 1})
    walk.fact("a driver watches", watcher.next().get("subscribed") == "deliveries/mine")
    walk.expect("a shift", late.ask("POST", "/shifts", {"truckId": home.truck}), 201)
    offer = watcher.until("delivery.available")
    walk.fact("who comes late sees the job", offer and offer["data"]["deliveryId"] == order, offer)
    again = sockets.Live(walk, late.token)
    again.send({"subscribe": "deliveries/mine"})
    offer = again.until("delivery.available")
    walk.fact("and again when he subscribes", offer and offer["data"]["deliveryId"] == order, offer)
    walk.expect("it is on his list", late.ask("GET", "/deliveries?scope=available"))
    rival = people.join(walk, "driver")
    walk.expect("a rival without a shift", step(rival, order, "claim"), 409, slug="shift-required")
    walk.expect("and sees nothing", rival.ask("GET", "/deliveries?scope=available"), 409, slug="shift-required")
    walk.expect("nor everybody's", rival.ask("GET", "/deliveries?scope=all"), 403, slug="forbidden", requiredPermission="dispatch:manage")
    taken = walk.expect("claimed", step(late, order, "claim"), status="assigned", driverId=late.id)
    walk.fact("with the phone", taken["customer"]["contactPhone"] == "+1" + customer.phone.removeprefix("+1"), taken)
    walk.expect("claimed once more", step(late, order, "claim"), status="assigned")
    walk.fact("its fuel is set aside", home.regular()["reserved"] == 15.8, home.regular())
    walk.expect("nobody else's", rival.ask("GET", f"/deliveries/{order}"), 404)
    follower = sockets.Live(walk, customer.token)
    follower.send({"subscribe": f"orders/{order}"})
    walk.fact("the customer watches", follower.until("order.snapshot") is not None)
    walk.expect("not there yet", step(late, order, "arrive"), 409, slug="invalid-transition")
    walk.expect("on the way", step(late, order, "start"), status="en_route")
    walk.expect("still", step(late, order, "start"), status="en_route")
    walk.expect("not at the location", step(late, order, "arrive"), 409, slug="not-at-location")
    walk.expect("why not?", step(late, order, "arrive", {"override": True}), 422, errors=["reason"])
    moved = walk.expect("far", locate(walk, late, (home.near(145), 0)), accepted=1, ignored=0, arrived=[])
    seen = follower.until("driver.location")
    walk.fact("the customer sees him", seen and seen["data"]["lat"] == home.near(145)["lat"] and seen["data"]["heading"] == 182, seen)
    eta = follower.until("order.eta")
    walk.fact("and when he comes", eta and eta["data"]["seconds"] == 60, eta)
    joined = sockets.Live(walk, customer.token)
    joined.send({"subscribe": f"orders/{order}"})
    walk.fact("who opens the map on the way", joined.until("order.snapshot") is not None)
    walk.expect("near once", locate(walk, late, (home.near(33), 1)), arrived=[])
    walk.fact("sees the driver move, too", joined.until("driver.location") is not None)
    walk.expect("near twice", locate(walk, late, (home.near(33), 2)), arrived=[order])
    walk.expect("by the geofence", late.ask("GET", f"/deliveries/{order}"), status="arrived")
    walk.expect("the wrong plate", step(late, order, "start-fueling", {"plate": "WRONG"}), 409, slug="plate-mismatch")
    walk.expect("the right one, typed badly", step(late, order, "start-fueling", {"plate": customer.plate.lower().replace(" ", "-")}),
                status="fueling")
    missing = walk.expect("no proof", step(late, order, "complete"), 409, slug="proof-missing")
    walk.fact("both are missing", missing["missing"] == ["meterReading", "photo:meter"], missing)

    def read(start, end):
        return step(late, order, "meter-reading", {"meterStart": start, "meterEnd": end})
    staff = people.as_(walk, "dispatch")
    walk.expect("a dispatcher reads no meter", staff("POST", f"/deliveries/{order}/meter-reading", {"meterStart": 1, "meterEnd": 2}), 403,
                slug="forbidden", requiredPermission="deliveries:drive")
    walk.expect("backwards", read(100, 99.999), 409, slug="meter-rollback")
    walk.expect("nothing", read(100, 100), 422, errors=["meterEnd"])
    walk.expect("more than one and a half tanks", read(100, 123.701), 422, errors=["meterEnd"])
    walk.expect("four decimals", read(100, 110.0001), 422, errors=["meterEnd"])
    walk.expect("exactly one and a half", read(100, 123.7), gallons=23.7)
    walk.expect("mended", read(88010.5, 88022.845), gallons=12.345)
    walk.expect("a photo that is none", photograph(walk, late, order, data=b"not a photo"), 415)
    walk.expect("a photo of what?", photograph(walk, late, order, kind="selfie"), 422, errors=["kind"])
    photo = walk.expect("a photo", photograph(walk, late, order), 201, kind="meter", size=len(depot.PNG),
                        sha256=hashlib.sha256(depot.PNG).hexdigest())
    for who in (customer, late):
        got = walk.ask("GET", f"/photos/{photo['id']}", token=who.token)
        walk.fact("is theirs to see", got.status == 200 and got.data == depot.PNG and got.headers.get("ETag"), got)
    walk.expect("and nobody else's", rival.ask("GET", f"/photos/{photo['id']}"), 404)
    for wanted, status in (("bytes=0-3", 206), ("bytes=-4", 206), ("bytes=0-9223372036854775807", 206),
                           ("bytes=9223372036854775807-", 416)):
        got = walk.ask("GET", f"/photos/{photo['id']}", token=late.token, headers={"Range": wanted})
        walk.expect(f"its part {wanted}", got, status)
    walk.expect("completed", step(late, order, "complete"), status="completed")
    walk.expect("completed again", step(late, order, "complete"), status="completed")
    walk.fact("the truck has less", home.regular()["onHand"] == 587.655 and home.regular()["reserved"] == 0, home.regular())
    ledger = people.as_(walk, "dispatch")("GET", f"/trucks/{home.truck}/ledger")["data"]
    walk.fact("as its ledger says", (ledger[0]["kind"], ledger[0]["gallons"], ledger[0]["orderId"]) == ("delivery", -12.345, order), ledger)
    walk.fact("nothing of it was ignored", moved["ignored"] == 0)
    walk.expect("the next meter goes on from there", late.ask("GET", "/deliveries?status=completed"))
    for socket in (watcher, again, follower):
        socket.close()


def rivals(walk):
    """Many drivers, one delivery: the first one gets it; released, it is everybody's again"""
    home = depot.Depot(walk)
    drivers = [home.driver()]
    for _ in range(3):
        truck = home.later("POST", "/trucks", {"code": f"T-{next(depot.CODES)}", "plate": "DEP 2", "areaId": home.area,
                                               "compartments": [{"fuelType": "regular", "capacityGallons": 100}]}, 201)["id"]
        home.staff("POST", f"/trucks/{truck}/loads", {"fuelType": "regular", "gallons": 100, "ticket": uuid.uuid4().hex}, 201)
        person = people.join(walk, "driver")
        walk.expect("a shift", person.ask("POST", "/shifts", {"truckId": truck}), 201)
        drivers.append(person)
    order, _ = home.order()
    tokens = [person.token for person in drivers]
    with concurrent.futures.ThreadPoolExecutor(len(drivers)) as pool:
        answers = list(pool.map(lambda token: walk.ask("POST", f"/deliveries/{order}/claim", {}, token=token), tokens))
    walk.fact("one has it", sorted(answer.status for answer in answers) == [200, 409, 409, 409], *answers)
    walk.fact("the others hear so", {answer.slug for answer in answers if answer.status == 409} == {"delivery-already-assigned"}, *answers)
    winner = drivers[[answer.status for answer in answers].index(200)]
    walk.expect("why?", step(winner, order, "release", {}), 422, errors=["reason"])
    walk.expect("given up", step(winner, order, "release", {"reason": "flat tyre"}), status="scheduled")
    walk.expect("nothing of his any more", step(winner, order, "release", {"reason": "flat tyre"}), 404)
    staff, chosen = people.as_(walk, "dispatch"), drivers[1].id
    walk.expect("assigned by a dispatcher", staff("POST", f"/deliveries/{order}/assign", {"driverId": chosen}), status="assigned",
                driverId=chosen)
    walk.expect("a customer is no driver", staff("POST", f"/deliveries/{order}/assign", {"driverId": people.join(walk).id}), 422,
                errors=["driverId"])
    walk.expect("taken back by a dispatcher", staff("POST", f"/deliveries/{order}/release", {"reason": "sick"}), status="scheduled")


def ahead(walk):
    """A dispatcher may give away an order of tomorrow; drivers may not take it, neither before nor after that"""
    home = depot.Depot(walk)
    day = (walk.now() + datetime.timedelta(days=2)).date().isoformat()
    windows = walk.ask("GET", f"/delivery-windows?lat={home.pin['lat']}&lng={home.pin['lng']}&fuelType=regular&date={day}")["data"]
    order, _ = home.order(schedule={"type": "window", "windowId": windows[0]["id"]})
    driver, staff = home.driver(), people.as_(walk, "dispatch")
    for _ in range(2):
        walk.expect("too early to claim", step(driver, order, "claim"), 409, slug="delivery-not-available")
        walk.expect("nothing on the list", driver.ask("GET", "/deliveries?scope=available"), data=[])
        walk.expect("not his to see", driver.ask("GET", f"/deliveries/{order}"), 404)
        walk.expect("assigned", staff("POST", f"/deliveries/{order}/assign", {"driverId": driver.id}), status="assigned")
        walk.expect("too early to start", step(driver, order, "start"), 409, slug="too-early")
        walk.expect("also in Spanish", driver.ask("POST", f"/deliveries/{order}/start", {}, {"Accept-Language": "es"}), 409,
                    message="Puedes empezar esta entrega una hora antes de su franja.")
        walk.expect("released", step(driver, order, "release", {"reason": "day off"}), status="scheduled")


def on_the_way(walk):
    """A depot, an order of fuel there, its customer, and the driver who is on the way"""
    home = depot.Depot(walk)
    order, customer = home.order()
    driver = home.driver()
    step(driver, order, "claim")
    step(driver, order, "start")
    return home, order, customer, driver


def released_at_the_car(walk):
    """R13: the mark of an arrival goes with its driver, and headings are whole degrees"""
    home, order, _, driver = on_the_way(walk)
    crooked = {**home.near(500), "recordedAt": stamp(walk.now()), "heading": 181.5}
    walk.expect("half a degree", driver.ask("POST", "/shifts/current/locations", {"points": [crooked]}), 422, errors=["points.0.heading"])
    walk.expect("arrived", step(driver, order, "arrive", {"override": True, "reason": "No signal"}), flags=["arrival_override"])
    walk.expect("released", step(driver, order, "release", {"reason": "flat tyre"}), status="scheduled", flags=[])


def no_show(walk):
    """Walkthrough 5: nobody there. Needs a clock of its own"""
    home, order, customer, driver = on_the_way(walk)
    arrived = walk.expect("arrived", step(driver, order, "arrive", {"override": True, "reason": "gate is closed"}), status="arrived")
    walk.fact("is marked", arrived["flags"] == ["arrival_override"], arrived)
    walk.expect("too soon", step(driver, order, "fail", {"reason": "customer-absent"}), 409, slug="wait-not-over")
    walk.expect("not a driver's reason", step(driver, order, "fail", {"reason": "not-servable"}), 422, errors=["reason"])
    walk.expect("no reason at all", step(driver, order, "fail", {"reason": "tired"}), 422, errors=["reason"])
    walk.advance(advance="PT10M")
    walk.expect("ten minutes later", step(driver, order, "fail", {"reason": "customer-absent"}), status="failed")
    walk.expect("failed is failed", step(driver, order, "fail", {"reason": "wrong-vehicle"}), status="failed")
    walk.eventually("the fee is charged", lambda: customer.ask("GET", f"/orders/{order}"),
                    lambda answer: answer["final"]["captured"]["amount"] == 1500)
    walk.fact("no fuel is set aside", home.regular()["reserved"] == 0)


PARTS = [demo_trucks, trucks, shifts, delivering, rivals, ahead, released_at_the_car, no_show]
