"""Notifications (R12) as their readers have them: binding Arabic words, who hears of what, alerts, announcements."""

import datetime
import people, walk as walking

RIYADH = datetime.timedelta(hours=3)
HOME = {"lat": 24.7040, "lng": 46.6890}
NEAR = {"lat": 24.7150, "lng": 46.6790}


def feed(walk, token, kind=None):
    answer = walk.ask("GET", "/notifications?perPage=100", token=token)
    return [item for item in answer["data"] if kind in (None, item["type"])]


def expect_news(walk, title, token, kind, head, body, link=None):
    """One item of this type has these words."""
    def fits(items):
        return [item for item in items if (item["title"], item["body"]) == (head, body)]
    answer = walk.eventually(title, lambda: feed(walk, token, kind), lambda items: len(fits(items)) == 1)
    if link:
        walk.fact(f"{title}: its link", fits(answer)[0]["deepLink"] == link, answer)


def clock(text):
    return (walking.moment(text) + RIYADH).strftime("%H:%M")


def noon(walk):
    """The next noon in Riyadh: nothing is held back by the night, and a new day has room for announcements."""
    local = walk.now() + RIYADH
    day = local.replace(hour=12, minute=0, second=0, microsecond=0)
    if day <= local:
        day += datetime.timedelta(days=1)
    walk.advance(to=(day - RIYADH).strftime("%Y-%m-%dT%H:%M:%SZ"))


def announcements(walk):
    """Announcements: one a day and three a week for each person"""
    noon(walk)
    customer, owner, courier = (people.join(walk, role) for role in ("customer", "owner", "courier"))
    texts = {"titles": {"ar": "عرض {اليوم}", "en": "Offer"}, "bodies": {"ar": "خصم على الحلويات", "en": "Sweets for less"}}

    def announce(audience="customers", account="social", **changes):
        body = {"audience": audience, **texts, **changes}
        return walk.ask("POST", "/announcements", {name: value for name, value in body.items() if value is not ...},
                        token=people.token(walk, account))
    for account in ("customer", "owner", "courier1", "support", "supervisor", "accountant"):
        walk.expect(f"{account} writes to nobody", announce(account=account), 403, slug="forbidden",
                    requiredPermission="announcements:send")
    walk.expect("nor does a guest", walk.ask("POST", "/announcements", {}), 401)
    for title, changes, field in (
        ("an audience that is none", {"audience": "everybody"}, "audience"), ("no audience", {"audience": ...}, "audience"),
        ("a title of 81 characters", {"titles": {"ar": "ع" * 81}}, "titles.ar"), ("no Arabic title", {"titles": {"en": "x"}}, "titles.ar"),
        ("a body of 241 characters", {"bodies": {"ar": "ع" * 241}}, "bodies.ar"),
        ("a link elsewhere", {"deepLink": "http://x.test"}, "deepLink"),
        ("a script", {"deepLink": "javascript:alert(1)"}, "deepLink"),
    ):
        walk.expect(f"{title} is refused", announce(**changes), 422, errors=[field])
    walk.expect("dana writes to customers", announce(deepLink="sofra://restaurants"), 201, fields=["id"])
    expect_news(walk, "a customer has it", customer["token"], "announcement", "عرض {اليوم}", "خصم على الحلويات", "sofra://restaurants")
    walk.fact("owners and couriers have not", not feed(walk, owner["token"]) and not feed(walk, courier["token"]))
    walk.expect("a second one is taken", announce(titles={"ar": "ثانٍ"}), 201)
    walk.expect("one to owners", announce("owners", titles={"ar": "للمطاعم"}), 201)
    expect_news(walk, "which an owner has", owner["token"], "announcement", "للمطاعم", "خصم على الحلويات")
    walk.fact("the customer has one this day", len(feed(walk, customer["token"], "announcement")) == 1, feed(walk, customer["token"]))


def restaurant(walk):
    """The demo's restaurant that is always open: its id, and an item without options."""
    found = walk.ask("GET", "/restaurants?slug=sofra-24", token=people.token(walk, "customer"))["data"]
    menu = walk.ask("GET", f"/restaurants/{found[0]['id']}/menu", token=people.token(walk, "customer"))
    items = [item for category in menu["categories"] for item in category["items"]] if "categories" in menu.body else menu["data"]
    return found[0]["id"], next(item["id"] for item in items if item["names"]["ar"] == "مندي لحم")


def order(walk, customer, place, item, quantity=3):
    quote = walk.ask("POST", "/quotes", {"restaurantId": place, "location": HOME,
                                         "items": [{"menuItemId": item, "quantity": quantity, "options": []}]}, token=customer)
    answer = walk.ask("POST", "/orders", {"quoteId": quote["id"], "payment": {"method": "cash"}, "address": {"line": "شارع العليا ١٢"}},
                      token=customer)
    assert answer.status == 201, answer
    return answer


def orders(walk):
    """Orders: each step is told to whom it concerns, in its own words"""
    noon(walk)
    place, item = restaurant(walk)
    buyer = people.join(walk, "customer")
    owner = people.token(walk, "owner")
    placed = order(walk, buyer["token"], place, item)
    number, link = placed["number"], f"sofra://orders/{placed['id']}"
    total = placed["totals"]["total"]["amount"]
    expect_news(walk, "the owner hears of it", owner, "order-received", f"طلب جديد {number}",
                f"3 أصناف بقيمة {total // 100}.{total % 100:02d} ر.س، اقبله قبل {clock(placed['deadlineAt'])}", link)
    walk.expect("accepts", walk.ask("POST", f"/orders/{placed['id']}/accept", {}, token=owner), 200)
    shown = walk.ask("GET", f"/orders/{placed['id']}", token=buyer["token"])
    expect_news(walk, "the customer hears when it comes", buyer["token"], "order-accepted", "تم قبول طلبك",
                f"الوصول المتوقع {clock(shown['estimatedDeliveryAt'])}", link)
    walk.expect("prepares", walk.ask("POST", f"/orders/{placed['id']}/prepare", {}, token=owner), 200)
    expect_news(walk, "the customer sees that", buyer["token"], "order-preparing", "طلبك قيد التحضير", f"{number} من سفرة ٢٤", link)
    words = "ه" * 100
    walk.expect("the customer writes", walk.ask("POST", f"/orders/{placed['id']}/messages", {"text": words}, token=buyer["token"]), 201)
    expect_news(walk, "the owner reads how it begins", owner, "message", "رسالة جديدة", f"سارة: {words[:80]}", link)
    walk.expect("the owner takes longer", walk.ask("PUT", f"/orders/{placed['id']}/prep-time", {"prepMinutes": 60}, token=owner), 200)
    later = walk.ask("GET", f"/orders/{placed['id']}", token=buyer["token"])
    expect_news(walk, "the customer hears of the delay", buyer["token"], "order-delayed", "تأخر طلبك قليلاً",
                f"الموعد الجديد {clock(later['estimatedDeliveryAt'])}", link)
    walk.expect("is done", walk.ask("POST", f"/orders/{placed['id']}/ready", {}, token=owner), 200)
    expect_news(walk, "the customer sees that it is ready", buyer["token"], "order-ready", f"الطلب {number} جاهز", "سفرة ٢٤", link)
    ready = next(item for item in feed(walk, buyer["token"], "order-ready"))
    pushed = [one for one in ready["channels"] if one["channel"] == "push" and one["state"] != "suppressed"]
    walk.fact("in the feed alone", not pushed, ready)
    walk.advance(advance="PT11M")
    supervisor, support = people.token(walk, "supervisor"), people.token(walk, "support")
    for who, token in (("supervisors", supervisor), ("the support", support)):
        expect_news(walk, f"nobody comes for it: {who} hear", token, "delivery-unassigned", f"الطلب {number} يحتاج متابعة", "سفرة ٢٤", link)
    walk.expect("the support ends it", walk.ask("POST", f"/orders/{placed['id']}/cancel", {"reason": "no_courier", "note": "لا مندوب"},
                                                token=support), 200)
    labels = {one["code"]: one["label"] for one in walk.ask("GET", "/app-config", headers={"Accept-Language": "ar"})["cancelReasons"]}
    for who, token in (("the customer", people.again(walk, buyer)), ("the owner", people.token(walk, "owner"))):
        expect_news(walk, f"{who} hears why, in the words of the app", token, "order-cancelled", f"أُلغي الطلب {number}",
                    labels["no_courier"], link)


def forgotten(walk):
    """The owner forgets an order: a second call, then the end"""
    noon(walk)
    place, item = restaurant(walk)
    buyer = people.join(walk, "customer")
    placed = order(walk, buyer["token"], place, item)
    title = f"طلب جديد {placed['number']}"

    def calls(): return [one for one in feed(walk, people.token(walk, "owner"), "order-received") if one["title"] == title]
    walk.eventually("one call", calls, lambda found: len(found) == 1)
    walk.advance(advance="PT4M")
    walk.fact("no second one before five minutes", len(calls()) == 1, calls())
    walk.advance(advance="PT1M")
    walk.eventually("a second one after five", calls, lambda found: len(found) == 2)
    walk.advance(advance="PT5M")
    customer = people.again(walk, buyer)
    labels = {one["code"]: one["label"] for one in walk.ask("GET", "/app-config", headers={"Accept-Language": "ar"})["cancelReasons"]}
    expect_news(walk, "nobody accepted: the customer hears so", customer, "order-cancelled", f"أُلغي الطلب {placed['number']}",
                labels["not_accepted"])
    owner = people.token(walk, "owner")
    answer = walk.ask("PUT", "/notification-preferences", {"categories": {"transactional": {"push": False}}}, token=owner)
    walk.expect("what concerns orders cannot be switched off", answer, 422, errors=["categories.transactional.push"])
    # The restaurant counts orders that nobody accepted: an accepted one begins the count anew.
    placed = order(walk, customer, place, item)
    walk.expect("the next one is accepted", walk.ask("POST", f"/orders/{placed['id']}/accept", {}, token=owner), 200)
    walk.expect("and cancelled by the owner",
                walk.ask("POST", f"/orders/{placed['id']}/cancel", {"reason": "too_busy"}, token=owner), 200)


PARTS = [announcements, orders, forgotten]
