"""Friends come by invitation; a friend's ticket and tomorrow's sales are told. Written from eventpass.md and
notification-policy.md alone."""
import datetime, uuid
from people import *


def news(walk, who, kind):
    return [item for item in walk.ask("GET", "/notifications?perPage=100", token=walk.token(*who))["data"] if item["type"] == kind]


def text(instant):
    return instant.strftime("%Y-%m-%dT%H:%M:%SZ")


def local_hour(walk, hour, days=0):
    """To that hour of the clock in Kampala, today or some days later, if it is still to come."""
    local = walk.now() + datetime.timedelta(hours=3)
    target = local.replace(hour=hour, minute=0, second=0, microsecond=0) + datetime.timedelta(days=days)
    return target - datetime.timedelta(hours=3)


def device(walk, who):
    """Pushes arrive: without a device messages come by mail, which waits for no morning."""
    request = f"device-{uuid.uuid4()}"
    body = {"fcmToken": f"device-of-{who[0]}"}
    assert walk.ask("POST", "/auth/fcm-token", body, walk.token(*who), {"X-Request-Id": request}).status // 100 == 2
    walk.platform.wait_for_arrival("notifications", request)


def pushed(walk, who, kind):
    return [message for message in walk.ask("GET", f"/dev/outbox?channel=push&limit=200&to=device-of-{who[0]}",
                                            token=walk.token(*DEVELOPER))["data"] if message["template"] == kind]


def daytime(walk):
    """A weekday at noon: nothing is quiet then."""
    target = local_hour(walk, 12, 1)
    while (target + datetime.timedelta(hours=3)).weekday() not in (0, 1, 2, 3, 4):
        target += datetime.timedelta(days=1)
    walk.advance(to=text(target))


def invitations(walk):
    """Invitations: one use, one week, mutual"""
    john, jane, alice = (walk.token(*who) for who in (JOHN, JANE, ALICE))
    walk.expect("guests sign in first", walk.ask("POST", "/friends/invites"), 401, slug="sign-in-required", action="continue")
    for method, path in (("GET", "/friends"), ("POST", "/friends/accept"), ("DELETE", f"/friends/{user(1)}")):
        walk.expect(f"({method} {path})", walk.ask(method, path, {"token": "x"} if method == "POST" else None), 401,
                    slug="sign-in-required")
    before = walk.now()
    invite = walk.expect("an invitation has a token, a link and an end", walk.ask("POST", "/friends/invites", token=john), 201,
                         fields=["token", "url", "expiresAt"])
    end = datetime.datetime.fromisoformat(invite["expiresAt"].replace("Z", "+00:00"))
    walk.fact("in seven days", abs((end - before).total_seconds() - 7 * 86400) < 5, invite)
    walk.fact("its link carries the token and it has a Location", invite["token"] in invite["url"] and invite.headers["Location"], invite)
    other = walk.ask("POST", "/friends/invites", token=john)
    walk.fact("every one is another", other["token"] != invite["token"])
    kept = walk.ask("POST", "/friends/invites", token=john, headers={"Idempotency-Key": "invite-1"})
    again = walk.ask("POST", "/friends/invites", token=john, headers={"Idempotency-Key": "invite-1"})
    walk.fact("asked again with the same key it is the same", kept["token"] == again["token"]
        and again.headers["Idempotency-Replayed"] == "true", again)
    walk.expect("one's own is refused", walk.ask("POST", "/friends/accept", {"token": invite["token"]}, john), 422,
                slug="validation-failed", errors=["token"])
    walk.expect("without a token", walk.ask("POST", "/friends/accept", {}, jane), 422, slug="validation-failed", errors=["token"])
    walk.expect("an unknown one is not there", walk.ask("POST", "/friends/accept", {"token": "nobody-sent-this"}, jane), 404,
                slug="not-found")
    made = walk.expect("Jane takes it up", walk.ask("POST", "/friends/accept", {"token": invite["token"]}, jane), userId=user(1),
                       name="John Okello")
    walk.expect("a used one is gone", walk.ask("POST", "/friends/accept", {"token": invite["token"]}, alice), 410, slug="gone")
    walk.expect("also for who used it", walk.ask("POST", "/friends/accept", {"token": invite["token"]}, jane), 410, slug="gone")
    hers = walk.expect("Jane has a friend", walk.ask("GET", "/friends", token=jane))
    walk.fact("John", [friend["userId"] for friend in hers["data"]] == [user(1)] and hers["meta"]["total"] == 1
        and hers["data"][0] == made.body, hers)
    his = walk.ask("GET", "/friends", token=john)
    walk.fact("and John has Jane: it is mutual",
              [(friend["userId"], friend["name"]) for friend in his["data"]] == [(user(2), "Jane Namutebi")], his)
    walk.expect("the second one makes Alice a friend", walk.ask("POST", "/friends/accept", {"token": other["token"]}, alice))
    paged = walk.ask("GET", "/friends?perPage=1&page=1", token=john)
    walk.fact("lists have pages, newest first", paged["data"][0]["userId"] == user(3)
        and paged["meta"] == {"page": 1, "perPage": 1, "total": 2, "lastPage": 2}, paged)
    walk.expect("a page of 101 is refused", walk.ask("GET", "/friends?perPage=101", token=john), 422, errors=["perPage"])
    walk.expect("Alice ends it", walk.ask("DELETE", f"/friends/{user(1)}", token=alice), 204)
    walk.fact("for both", [friend["userId"] for friend in walk.ask("GET", "/friends", token=john)["data"]] == [user(2)]
        and walk.ask("GET", "/friends", token=alice)["data"] == [])
    walk.expect("what is not there cannot be ended", walk.ask("DELETE", f"/friends/{user(1)}", token=alice), 404, slug="not-found")
    walk.advance(advance="P7D")
    walk.expect("after a week it is too late", walk.ask("POST", "/friends/accept", {"token": kept["token"]}, walk.token(*ALICE)), 410,
                slug="gone")


def made_event(walk, title, days, kinds, publish=True):
    bob = walk.token(*BOB)
    start = walk.now() + datetime.timedelta(days=days)
    draft = walk.ask("POST", "/events", {
        "title": title, "description": "An evening with everybody you know.", "category": "music", "startDate": text(start),
        "endDate": text(start + datetime.timedelta(hours=4)),
        "venue": {"name": "Ndere Centre", "city": "Kampala", "latitude": 0.3543, "longitude": 32.6203}, "ticketTypes": kinds}, bob)
    assert draft.status == 201, draft
    if publish:
        assert walk.ask("POST", f"/events/{draft['id']}/publish", token=bob).status == 200
    return walk.ask("GET", f"/events/{draft['id']}", token=bob)


def free_ticket(walk, who, event):
    placed = walk.ask("POST", "/orders",
                      {"eventId": event["id"], "items": [{"ticketTypeId": event["ticketTypes"][0]["id"], "quantity": 1}]}, walk.token(*who))
    assert placed.status == 201, placed
    return walk.eventually("(the ticket is there)", lambda: walk.ask("GET", f"/orders/{placed['id']}", token=walk.token(*who)),
                           lambda answer: answer["status"] == "completed", 10)


def a_friend_attends(walk):
    """A friend attends: who likes the event or holds a ticket hears of it"""
    daytime(walk)
    ball = made_event(walk, "Friends' Ball", 9, [{"name": "Entry", "price": ugx(0), "quantity": 50}])
    quiet = made_event(walk, "Quiet Evening", 10, [{"name": "Entry", "price": ugx(0), "quantity": 50}])
    for one in (ball, quiet):
        walk.expect("John likes it", walk.ask("PUT", f"/events/{one['id']}/favorite", token=walk.token(*JOHN)))
    walk.expect("nobody shares where they go unasked", walk.ask("GET", "/interests", token=walk.token(*JANE)), shareAttendance=False)
    free_ticket(walk, JANE, quiet)
    walk.expect("Jane lets friends know", walk.ask("PUT", "/interests", {"shareAttendance": True}, walk.token(*JANE)), shareAttendance=True)
    device(walk, JOHN)
    free_ticket(walk, JANE, ball)
    walk.eventually("John hears that she goes to the ball", lambda: walk.ask("GET", "/notifications?perPage=100", token=walk.token(*JOHN)),
                    lambda answer: "friend-attending" in [item["type"] for item in answer["data"]], 10)
    found = news(walk, JOHN, "friend-attending")
    walk.fact("and only there", len(found) == 1 and found[0]["data"]["subject"] == ball["id"], found)
    walk.fact("by name, with a link, and why", "Jane Namutebi" in found[0]["body"] and "Friends' Ball" in found[0]["body"]
        and found[0]["deepLink"] == f"eventpassug://events/{ball['id']}"
              and "friend" in found[0]["why"].lower() and found[0]["category"] == "engagement", found[0])
    walk.fact("with facts that are there", None not in found[0]["data"].values() and found[0]["data"]["friend.id"] == user(2), found[0])
    walk.fact("with a push", len(pushed(walk, JOHN, "friend-attending")) == 1)
    walk.fact("Jane does not hear of herself", not news(walk, JANE, "friend-attending"))
    walk.fact("Alice is no friend of hers", not news(walk, ALICE, "friend-attending"))


def nightly(walk):
    """Bought at night it waits for the morning; a friend no more is not told of"""
    walk.advance(to=text(local_hour(walk, 23)))
    night = made_event(walk, "Night Market", 9, [{"name": "Entry", "price": ugx(0), "quantity": 50}])
    walk.ask("PUT", f"/events/{night['id']}/favorite", token=walk.token(*JOHN))
    device(walk, JOHN)
    free_ticket(walk, JANE, night)
    held = walk.eventually("John's feed shows it as scheduled",
                           lambda: walk.ask("GET", "/notifications?perPage=100", token=walk.token(*JOHN)),
                           lambda answer: answer["data"][0]["type"] == "friend-attending" and answer["data"][0]["scheduledFor"],
                           10)["data"][0]
    walk.fact("and its push too", next(row["state"] for row in held["channels"] if row["channel"] == "push") == "scheduled"
        and len(pushed(walk, JOHN, "friend-attending")) == 1, held)
    walk.fact("for the morning", held["scheduledFor"] == text(local_hour(walk, 7, 1)) and "quiet_hours" in held["reasons"], held)
    walk.expect("John ends the friendship", walk.ask("DELETE", f"/friends/{user(2)}", token=walk.token(*JOHN)), 204)
    path = f"/notifications/{held['id']}/decisions"
    made = walk.eventually("what waits is dropped", lambda: walk.ask("GET", path, token=walk.token(*JOHN)),
                           lambda answer: [row["decision"] for row in answer["data"]] == ["delay", "drop"])
    walk.fact("with the list's usual numbers, and says why", made["meta"]["total"] == 2 and made["data"][1]["reasons"] == ["not_relevant"]
        and made["data"][0]["why"], made)
    walk.expect("nobody else sees it", walk.ask("GET", path, token=walk.token(*JANE)), 404)


def sales_start(walk):
    """Sales start tomorrow: told in the evening before to who likes the event"""
    # Three days ahead at noon; on the way there nothing is told.
    daytime(walk)
    local = walk.now() + datetime.timedelta(hours=3)
    noon = local.replace(hour=12, minute=0, second=0, microsecond=0) - datetime.timedelta(hours=3) + datetime.timedelta(days=3)
    kinds = lambda start: [{"name": "Early", "price": ugx(1000), "quantity": 50, "salesStart": text(start)},
                           {"name": "Late", "price": ugx(2000), "quantity": 50,
                                                                                                             "salesStart": text(
                                                                                                                 start + datetime.timedelta(
                                                                                                                     days=2))}]
    first = made_event(walk, "Opening Night", 12, kinds(noon))
    moved = made_event(walk, "Moved Night", 12, kinds(noon))
    removed = made_event(walk, "Cancelled Night", 12, kinds(noon))
    walk.fact("nothing is sold before", {kind["state"] for kind in first["ticketTypes"]} == {"not-started"}, first)
    for one in (first, moved, removed):
        walk.expect("Jane likes it", walk.ask("PUT", f"/events/{one['id']}/favorite", token=walk.token(*JANE)))
    later = text(noon + datetime.timedelta(days=5))
    walk.expect("one opens later",
                walk.ask("PATCH", f"/events/{moved['id']}",
                         {"ticketTypes": [{"id": kind["id"], "salesStart": later} for kind in moved["ticketTypes"]]}, walk.token(*BOB)))
    walk.expect("one is called off", walk.ask("DELETE", f"/events/{removed['id']}", token=walk.token(*BOB)), status="cancelled")
    walk.advance(to=text(noon - datetime.timedelta(hours=37)))
    walk.fact("two days before nobody hears of it", not news(walk, JANE, "sales-start-tomorrow"))
    device(walk, JANE)
    walk.advance(to=text(noon - datetime.timedelta(hours=35, minutes=59)))
    held = walk.eventually("as the day before begins it is in Jane's feed",
                           lambda: walk.ask("GET", "/notifications?perPage=100", token=walk.token(*JANE)),
                           lambda answer: any(item["type"] == "sales-start-tomorrow" for item in answer["data"]), 10)
    held = news(walk, JANE, "sales-start-tomorrow")
    evening = noon - datetime.timedelta(hours=19)
    walk.fact("scheduled for 17:00", len(held) == 1 and held[0]["data"]["subject"] == first["id"]
        and held[0]["scheduledFor"] == text(evening), held)
    walk.expect("Alice likes it only then", walk.ask("PUT", f"/events/{first['id']}/favorite", token=walk.token(*ALICE)))
    walk.eventually("and hears of it, too", lambda: walk.ask("GET", "/notifications?perPage=100", token=walk.token(*ALICE)),
                    lambda answer: any(item["type"] == "sales-start-tomorrow" for item in answer["data"]), 10)
    walk.advance(to=text(evening))
    sent = walk.eventually("and told then", lambda: walk.ask("GET", f"/notifications/{held[0]['id']}", token=walk.token(*JANE)),
                           lambda answer: "scheduledFor" not in answer.body)
    walk.fact("with the hour in words", "Opening Night" in sent["title"] and "tomorrow at 12:00 PM" in sent["body"], sent)
    rows = walk.ask("GET", f"/notifications/{held[0]['id']}/decisions", token=walk.token(*JANE))
    walk.fact("with a push", len(pushed(walk, JANE, "sales-start-tomorrow")) == 1)
    walk.fact("its decisions: held, then decided in its slot", [row["decision"] for row in rows["data"]][0] == "delay"
        and len(rows["data"]) == 2 and rows["data"][1]["at"] == text(evening), rows)
    walk.advance(to=text(noon))
    walk.fact("now they are sold", walk.ask("GET", f"/events/{first['id']}")["ticketTypes"][0]["state"] == "on-sale")
    walk.fact("John, who does not like it, heard nothing", not news(walk, JOHN, "sales-start-tomorrow"))
    walk.advance(to=text(noon + datetime.timedelta(days=4, hours=5, minutes=1)))
    walk.eventually("the moved one is told before its own day",
                    lambda: walk.ask("GET", "/notifications?perPage=100", token=walk.token(*JANE)),
                    lambda answer: {item["data"]["subject"] for item in answer["data"] if item["type"] == "sales-start-tomorrow"} == {
                        first["id"], moved["id"]}, 10)


def clock_over_everything(walk):
    """A clock that jumps past an event has sent its reminders (Beyond the seed 8)"""
    daytime(walk)
    show = made_event(walk, "Jump Show", 4, [{"name": "Entry", "price": ugx(0), "quantity": 50}])
    free_ticket(walk, ALICE, show)
    device(walk, ALICE)
    walk.advance(advance="P5D")
    walk.eventually("a day and two hours before", lambda: walk.ask("GET", "/notifications?perPage=100", token=walk.token(*ALICE)),
                    lambda answer: len([item for item in answer["data"] if item["type"] == "event-reminder"
                        and item["data"]["subject"] == show["id"]]) == 2, 10)
    found = [item for item in news(walk, ALICE, "event-reminder") if item["data"]["subject"] == show["id"]]
    ends = walk.ask("GET", f"/events/{show['id']}")
    walk.fact("each at its hour", all(item["createdAt"] < ends["startDate"] for item in found) and ends["status"] == "completed", found)


PARTS = [invitations, a_friend_attends, nightly, sales_start, clock_over_everything]
