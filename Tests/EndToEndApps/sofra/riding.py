"""Couriers: who may ride, one job for twenty couriers (walkthrough 4), the courier's way of a cash order (walkthrough 1)."""

import concurrent.futures, itertools, uuid
import people

HOURS = [{"dayOfWeek": day, "opens": "00:00", "closes": "24:00"} for day in range(7)]
# Each restaurant of its own, far from all others: only the couriers whom a part puts there meet it.
PLACES = itertools.count(1)


def money(amount):
    return {"amount": amount, "currency": "SAR"}


def near(place, meters):
    """So far to the north."""
    return {"lat": place["lat"] + meters / 111_195, "lng": place["lng"]}


class Kitchen:
    """A restaurant of a new owner with one dish for 28.00, delivery 9.00."""

    def __init__(self, walk):
        self.walk = walk
        number = next(PLACES)
        self.place = {"lat": 18.0 + 0.5 * number, "lng": 44.0}
        self.owner = people.join(walk, "owner")
        made = self.ask("POST", "/restaurants", {
            "names": {"ar": "مطبخ المندوبين", "en": "Riders' kitchen"}, "cuisines": ["saudi"], "phone": "0500009999",
            "location": self.place, "addressLine": "طريق الملك فهد ١"}, 201)
        self.id = made["id"]
        self.ask("PUT", f"/restaurants/{self.id}/hours", {"hours": HOURS, "exceptions": []})
        self.ask("PUT", f"/restaurants/{self.id}/zones", {"zones": [{
            "name": "قريب", "shape": {"type": "Circle", "center": self.place, "radiusMeters": 5000}, "fee": money(900),
            "minimumOrder": money(0)}]})
        self.category = self.ask("POST", f"/restaurants/{self.id}/categories", {"names": {"ar": "أطباق"}}, 201)["id"]
        self.dish = self.ask("POST", f"/restaurants/{self.id}/menu-items", {
            "categoryId": self.category, "names": {"ar": "كبسة"}, "price": money(2800)}, 201)["id"]
        approved = walk.eventually("the restaurant is approved", lambda: walk.ask(
            "POST", f"/restaurants/{self.id}/approve", {}, token=people.token(walk, "admin")), lambda answer: answer.status == 200)
        assert approved["status"] == "active", approved

    def ask(self, method, path, body=None, status=200):
        answer = self.walk.ask(method, path, body, token=self.owner["token"])
        assert answer.status == status, answer
        return answer

    def order(self, customer, tip=500, leave_at_door=None):
        """A cash order of one dish, as its customer gets it."""
        quote = self.walk.ask("POST", "/quotes", {
            "restaurantId": self.id, "items": [{"menuItemId": self.dish, "quantity": 1, "options": []}],
            "location": near(self.place, 1500), "tip": money(tip)}, token=customer["token"])
        assert quote.status == 201 and quote["orderable"], quote
        placed = self.walk.ask("POST", "/orders", {
            "quoteId": quote["id"], "payment": {"method": "cash"}, "address": {"line": "شارع العليا ١٢", "details": "الدور الثالث"}},
            token=customer["token"])
        assert placed.status == 201, placed
        return placed

    def step(self, order, name, status=200):
        return self.ask("POST", f"/orders/{order}/{name}", {}, status)


def ride(walk, rider, action, order, body=None):
    return walk.ask("POST", f"/deliveries/{order}/{action}", body if body is not None else {}, token=people.token(walk, rider))


def online(walk, rider, place):
    return walk.expect(f"{rider} goes online", walk.ask("PUT", "/courier/availability", {"online": True, "location": place},
                                                        token=people.token(walk, rider)), online=True)


def offline(walk, rider):
    answer = walk.ask("PUT", "/courier/availability", {"online": False}, token=people.token(walk, rider))
    assert answer.status == 200, answer


def offers(walk, rider):
    return walk.ask("GET", "/deliveries/offers", token=people.token(walk, rider))


def has_offer(order):
    return lambda answer: order in [row["deliveryId"] for row in answer["data"]]


def who_may(walk):
    """Who may ride"""
    token = people.token(walk, "courier1")
    me = walk.expect("a courier sees himself", walk.ask("GET", "/courier/me", token=token), status="approved", online=False,
                     activeDeliveries=0, fields=["id", "name", "vehicle", "plate", "location", "cashInHand", "rating"])
    walk.fact("whose id is that of the account", me["id"] == people.me(walk, "courier1"), me)
    walk.expect("changes his plate", walk.ask("PUT", "/courier/me", {"plate": "ر ح ل ١٢٣٤"}, token=token), plate="ر ح ل ١٢٣٤")
    walk.expect("and clears it", walk.ask("PUT", "/courier/me", {"plate": None}, token=token), plate=None)
    walk.expect("a plate has at most 20 characters", walk.ask("PUT", "/courier/me", {"plate": "x" * 21}, token=token), 422,
                errors=["plate"])
    walk.expect("a ship is not a vehicle", walk.ask("PUT", "/courier/me", {"vehicle": "ship"}, token=token), 422, errors=["vehicle"])
    walk.expect("going online needs a place", walk.ask("PUT", "/courier/availability", {"online": True}, token=token), 422,
                errors=["location"])
    place = {"lat": 24.7150, "lng": 46.6790}
    walk.expect("a position nowhere, of the future", walk.ask("POST", "/courier/location", {
        "location": {"lat": 91, "lng": 0}, "at": "2099-01-01T00:00:00Z"}, token=token), 422, errors=["location.lat", "at"])
    walk.expect("a developer says for whom, beside what else is wrong", walk.ask("PUT", "/courier/availability", {"online": "yes"},
                token=people.token(walk, "developer")), 422, errors=["online", "courierId"])
    walk.expect("also beside what the service finds", walk.ask("PUT", "/courier/availability", {"online": True},
                token=people.token(walk, "developer")), 422, errors=["location", "courierId"])
    walk.expect("a pending courier does not go online", walk.ask("PUT", "/courier/availability", {"online": True, "location": place},
                token=people.token(walk, "courier4")), 409, slug="courier-not-approved")
    walk.expect("offline, a position is refused", walk.ask("POST", "/courier/location", {"location": place}, token=token), 409,
                slug="courier-offline")
    for role, account in people.ROLES.items():
        answer = walk.ask("GET", "/deliveries/mine", token=people.token(walk, account))
        if role == "courier":
            walk.expect("a courier has a list of jobs", answer, fields=["data", "meta"])
        elif role == "developer":
            walk.expect("a developer names a courier", answer, 422, errors=["courierId"])
            walk.expect("and sees his jobs", walk.ask("GET", f"/deliveries/mine?courierId={me['id']}",
                                                      token=people.token(walk, account)), fields=["data"])
        else:
            walk.expect(f"a job is nothing for {role}", answer, 403, slug="forbidden", requiredPermission="deliveries:ride")
    for account, status in (("supervisor", 200), ("admin", 200), ("support", 403), ("accountant", 403)):
        walk.expect(f"{account} and the list of couriers", walk.ask("GET", "/admin/couriers", token=people.token(walk, account)), status)
    newcomer = people.join(walk, "courier")
    walk.eventually("somebody new is pending", lambda: walk.ask("GET", "/courier/me", token=newcomer["token"]),
                    lambda answer: answer["status"] == "pending")
    staff = people.token(walk, "supervisor")
    walk.eventually("the staff approves", lambda: walk.ask("POST", f"/admin/couriers/{newcomer['id']}/approve", {}, token=staff),
                    lambda answer: answer["status"] == "approved")
    walk.expect("a suspension has a reason", walk.ask("POST", f"/admin/couriers/{newcomer['id']}/suspend", {}, token=staff), 422,
                errors=["reason"])
    for _ in range(2):
        walk.expect("and suspends, twice alike", walk.ask("POST", f"/admin/couriers/{newcomer['id']}/suspend", {"reason": "وثائق منتهية"},
                                                          token=staff), status="suspended", online=False)
    walk.expect("nobody else is a courier", walk.ask("POST", f"/admin/couriers/{uuid.uuid4()}/approve", {}, token=staff), 404)


def one_job(walk):
    """4. One job, 20 couriers"""
    kitchen, customer = Kitchen(walk), people.join(walk)
    riders = [f"rider{number:02d}" for number in range(1, 21)]
    order = kitchen.order(customer)["id"]
    kitchen.step(order, "accept")
    for rider in riders:
        online(walk, rider, near(kitchen.place, 400))
    for rider in riders:
        walk.eventually(f"{rider} has the offer", lambda: offers(walk, rider), has_offer(order), seconds=2)
    with concurrent.futures.ThreadPoolExecutor(20) as pool:
        answers = dict(zip(riders, pool.map(lambda rider: ride(walk, rider, "claim", order), riders)))
    won = [rider for rider, answer in answers.items() if answer.status == 200]
    lost = [answer for answer in answers.values() if answer.status == 409 and answer.slug == "delivery-already-assigned"]
    walk.fact("one of them has it, 19 hear so", (len(won), len(lost)) == (1, 19), *answers.values())
    winner, others = won[0], [rider for rider in riders if rider != won[0]]
    walk.expect("the winner's repeat is 200", ride(walk, winner, "claim", order), status="assigned")
    walk.expect("he does not go offline with a job", walk.ask("PUT", "/courier/availability", {"online": False},
                token=people.token(walk, winner)), 409, slug="active-deliveries")
    walk.expect("a release has a reason", ride(walk, winner, "release", order), 422, errors=["reason"])
    walk.expect("the winner releases", ride(walk, winner, "release", order, {"reason": "إطار مثقوب"}), status="searching")
    for rider in others:
        walk.eventually(f"{rider} has it again", lambda: offers(walk, rider), has_offer(order), seconds=2)
    walk.fact("the winner has not", not has_offer(order)(offers(walk, winner)))
    walk.expect("and the job is not his", ride(walk, winner, "pickup", order), 409, slug="not-assigned")
    online(walk, "courier2", near(kitchen.place, 300))
    walk.eventually("so has who comes only now", lambda: offers(walk, "courier2"), has_offer(order), seconds=2)
    walk.expect("who declines", ride(walk, "courier2", "decline", order), 204)
    walk.fact("has no offer any more", not has_offer(order)(offers(walk, "courier2")))
    walk.expect("a courier who was never near", ride(walk, "courier3", "claim", order), 404)
    walk.expect("the staff gives it to somebody", walk.ask("POST", f"/deliveries/{order}/assign", {
        "courierId": people.me(walk, others[0])}, token=people.token(walk, "supervisor")), status="assigned")
    walk.expect("support cancels", walk.ask("POST", f"/orders/{order}/cancel", {"reason": "other", "note": "اختبار"},
                                            token=people.token(walk, "supervisor")), status="cancelled")
    walk.expect("which ends the job", ride(walk, others[1], "claim", order), 409, slug="delivery-cancelled")
    for rider in [*riders, "courier2"]:
        offline(walk, rider)


def cash(walk):
    """1. The courier's part of a cash order"""
    kitchen, customer = Kitchen(walk), people.join(walk)
    placed = kitchen.order(customer)
    order, total = placed["id"], placed["totals"]["total"]["amount"]
    online(walk, "courier3", near(kitchen.place, 405))
    walk.expect("nothing is offered before the restaurant accepts", ride(walk, "courier3", "claim", order), 404)
    kitchen.step(order, "accept")
    offer = walk.eventually("one offer", lambda: offers(walk, "courier3"), has_offer(order), seconds=2)["data"][0]
    walk.fact("with what it pays and where it is", offer["payout"]["total"] == money(1220) and offer["cash"]["collect"] == money(total)
              and offer["distanceMeters"] == 405 and len(str(offer["dropoffArea"]["lat"]).split(".")[1]) <= 3, offer)
    token = people.token(walk, "courier3")
    seen = walk.expect("an offer shows no door", walk.ask("GET", f"/deliveries/{order}", token=token), status="searching")
    walk.fact("but an area", seen["dropoff"]["line"] is None and seen["dropoff"]["phone"] is None, seen)
    claimed = walk.expect("claims", ride(walk, "courier3", "claim", order), status="assigned")
    walk.fact("sees the door now", claimed["dropoff"]["line"] == "شارع العليا ١٢" and claimed["dropoff"]["phone"] == customer["phone"],
              claimed)
    walk.expect("the customer sees no job", walk.ask("GET", f"/deliveries/{order}", token=customer["token"]), 404)
    walk.expect("the owner does", walk.ask("GET", f"/deliveries/{order}", token=kitchen.owner["token"]), status="assigned")
    masked = walk.expect("the accountant as well", walk.ask("GET", f"/deliveries/{order}", token=people.token(walk, "accountant")))
    walk.fact("with the address hidden", masked["dropoff"]["line"] == "•••" and masked["dropoff"]["location"] is None
              and "•" in masked["dropoff"]["phone"], masked)
    walk.expect("social media does not", walk.ask("GET", f"/deliveries/{order}", token=people.token(walk, "social")), 404)
    walk.expect("arrives", ride(walk, "courier3", "arrive-restaurant", order), status="at_restaurant")
    walk.expect("the order is not ready", ride(walk, "courier3", "pickup", order), 409, slug="order-not-ready")
    kitchen.step(order, "prepare")
    kitchen.step(order, "ready")
    walk.expect("picks it up", ride(walk, "courier3", "pickup", order), status="picked_up")
    walk.expect("twice is once", ride(walk, "courier3", "pickup", order), status="picked_up")
    shown = walk.expect("the customer's order is on its way", walk.ask("GET", f"/orders/{order}", token=customer["token"]),
                        status="out_for_delivery")
    walk.fact("with the courier on the map", shown["delivery"]["courier"]["id"] == people.me(walk, "courier3")
              and shown["delivery"]["location"]["lat"] is not None, shown)
    walk.expect("too early to give up", ride(walk, "courier3", "fail", order, {"reason": "refused"}), 409, slug="invalid-transition")
    walk.expect("at the door", ride(walk, "courier3", "arrive-customer", order), status="at_customer")
    walk.expect("too early to give up", ride(walk, "courier3", "fail", order, {"reason": "refused"}), 409, slug="too-early",
                fields=["allowedAt"])
    code = shown["deliveryCode"]
    wrong = f"{(int(code) + 1) % 10_000:04d}"
    body = {"cashCollected": money(total)}
    walk.expect("a wrong sum costs no try", ride(walk, "courier3", "complete", order, {"code": wrong, "cashCollected": money(total - 1)}),
                422, errors=["cashCollected"])
    walk.expect("a wrong code", ride(walk, "courier3", "complete", order, {"code": wrong, **body}), 422, slug="wrong-delivery-code",
                attemptsLeft=4)
    walk.expect("a code that is a number, and other money", ride(walk, "courier3", "complete", order, {
        "code": 4821, "cashCollected": {"amount": total, "currency": "EUR"}}), 422, errors=["code", "cashCollected"])
    walk.expect("a photo is not enough", ride(walk, "courier3", "complete", order, {"photoId": str(uuid.uuid4()), **body}), 422,
                errors=["photoId"])
    arabic = "".join(chr(0x660 + int(digit)) for digit in code)
    before = walk.ask("GET", "/courier/me", token=token)["cashInHand"]["amount"]
    done = walk.expect("the right one, in Arabic-Indic digits", ride(walk, "courier3", "complete", order, {"code": arabic, **body}),
                       status="delivered")
    walk.fact("with its proof", done["proof"]["type"] == "code" and done["proof"]["at"], done)
    walk.expect("twice is once", ride(walk, "courier3", "complete", order, {"code": arabic, **body}), status="delivered")
    me = walk.ask("GET", "/courier/me", token=token)
    walk.fact("the cash is in his hands", me["cashInHand"]["amount"] == before + total and me["activeDeliveries"] == 0, me)
    earned = walk.expect("what he earned", walk.ask("GET", "/courier/earnings", token=token), fields=["base", "tips", "byDay"])
    walk.fact("counts the job", earned["deliveries"] >= 1 and earned["total"]["amount"] >= 1220
              and earned["cashCollected"]["amount"] >= total, earned)
    walk.expect("93 days are too many", walk.ask("GET", "/courier/earnings?from=2026-01-01&to=2026-04-03", token=token), 422)
    final = walk.expect("his jobs", walk.ask("GET", "/deliveries/mine?status=final", token=token), fields=["data", "meta"])
    walk.fact("have it first", final["data"][0]["id"] == order, final)
    walk.expect("the order is delivered and paid", walk.ask("GET", f"/orders/{order}", token=customer["token"]), status="delivered")
    offline(walk, "courier3")


def silence(walk):
    """A courier who is gone, and nobody who comes"""
    kitchen, customer = Kitchen(walk), people.join(walk)
    order = kitchen.order(customer)["id"]
    kitchen.step(order, "accept")
    online(walk, "courier2", near(kitchen.place, 100))
    walk.expect("claims", ride(walk, "courier2", "claim", order), status="assigned")
    kitchen.step(order, "prepare")
    kitchen.step(order, "ready")
    walk.advance(advance="PT15M")
    walk.eventually("silent couriers go offline", lambda: walk.ask("GET", "/courier/me", token=people.token(walk, "courier2")),
                    lambda answer: answer["online"] is False and answer["activeDeliveries"] == 0)
    walk.advance(advance="PT10M")
    walk.eventually("the job needs a person", lambda: walk.ask("GET", "/admin/deliveries?attention=true",
                    token=people.token(walk, "support")), lambda answer: order in [row["id"] for row in answer["data"]])
    online(walk, "courier2", near(kitchen.place, 100))
    walk.eventually("he is offered it again", lambda: offers(walk, "courier2"), has_offer(order), seconds=2)
    walk.expect("and takes it", ride(walk, "courier2", "claim", order), status="assigned")
    walk.expect("picks it up", ride(walk, "courier2", "pickup", order), status="picked_up")
    walk.expect("the staff completes it", walk.ask("POST", f"/deliveries/{order}/complete-override", {"note": "أكد العميل الاستلام"},
                                                   token=people.token(walk, "support")), status="delivered")
    offline(walk, "courier2")


PARTS = [who_may, one_job, cash, silence]
