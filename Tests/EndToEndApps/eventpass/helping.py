"""Help, legal texts, support tickets and moderation, written from eventpass.md alone ("Content and support", "Moderation")."""
import datetime, uuid
from friends import daytime, free_ticket, made_event
from people import *

ENTRY = [{"name": "Entry", "price": ugx(0), "quantity": 50}]


def contents(walk):
    """Legal texts and the Support Center"""
    legal = walk.ask("GET", "/config")["legal"]
    for kind, name in (("terms", "terms"), ("privacy", "privacy"), ("organizer-terms", "organizerTerms")):
        text = walk.expect(f"{kind} for everybody", walk.ask("GET", f"/legal/{kind}"), kind=kind, version=legal[name], fields=["body"])
        walk.fact("since a day, in Markdown", datetime.date.fromisoformat(text["effectiveFrom"]) and text["body"].startswith("# ")
            and len(text["body"]) > 500, text)
        walk.fact("with a tag", walk.ask("GET", f"/legal/{kind}", headers={"If-None-Match": text.headers["ETag"]}).status == 304)
    walk.expect("no other text", walk.ask("GET", "/legal/imprint"), 404, slug="not-found")
    faqs = walk.expect("24 questions", walk.ask("GET", "/support/faqs?perPage=100"))
    walk.fact("each whole", faqs["meta"]["total"] == 24 and len({faq["id"] for faq in faqs["data"]}) == 24
        and all(set(faq) == {"id", "category", "question", "answer"} for faq in faqs["data"]), faqs)
    walk.fact("in pages", len(walk.ask("GET", "/support/faqs")["data"]) == 20
        and walk.ask("GET", "/support/faqs?page=2")["meta"] == {"page": 2, "perPage": 20, "total": 24, "lastPage": 2})
    walk.fact("with a tag", walk.ask("GET", "/support/faqs?perPage=100", headers={"If-None-Match": faqs.headers["ETag"]}).status == 304)
    one = faqs["data"][0]
    of_category = walk.ask("GET", f"/support/faqs?category={one['category']}&perPage=100")["data"]
    walk.fact("by category", of_category == [faq for faq in faqs["data"] if faq["category"] == one["category"]], of_category)
    walk.fact("an unknown category is empty", walk.ask("GET", "/support/faqs?category=weather")["data"] == [])
    words = [word for word in one["question"].rstrip("?").split() if word.isalpha()]
    found = walk.ask("GET", f"/support/faqs?perPage=100&search={' '.join(words[:-1]).upper()} {words[-1][:3]}")["data"]
    walk.fact("found by all words, the last one begun", found and found[0] == one, found)
    walk.fact("accents do not count", walk.ask("GET", f"/support/faqs?search={words[-1][:-1]}")["data"]
        == walk.ask("GET", f"/support/faqs?search={words[-1][:-1].replace('e', 'é')}")["data"])
    walk.fact("words that are nowhere find nothing", walk.ask("GET", "/support/faqs?search=ticket xylophone")["data"] == [])
    walk.expect("a search has 100 letters", walk.ask("GET", f"/support/faqs?search={'x' * 101}"), 422, errors=["search"])
    articles = walk.expect("12 articles", walk.ask("GET", "/support/articles?perPage=100"))
    walk.fact("each whole", articles["meta"]["total"] == 12
        and all(set(article) == {"slug", "kind", "title", "body"} for article in articles["data"]), articles)
    for kind in ("guide", "feature", "troubleshooting", "security"):
        listed = walk.ask("GET", f"/support/articles?kind={kind}")["data"]
        walk.fact(f"there is a {kind}", listed and all(article["kind"] == kind for article in listed), listed)
        read = walk.ask("GET", f"/support/articles/{listed[0]['slug']}")
        same = walk.ask("GET", f"/support/articles/{listed[0]['slug']}", headers={"If-None-Match": read.headers["ETag"]})
        walk.fact("read by its name, with a tag", read.body == listed[0] and same.status == 304, read)
    walk.expect("an unknown kind", walk.ask("GET", "/support/articles?kind=poem"), 422, errors=["kind"])
    walk.expect("an unknown article", walk.ask("GET", "/support/articles/nothing"), 404, slug="not-found")


QUESTION = {"category": "payment", "subject": "Paid twice", "message": "My account was charged two times for one order."}


def tickets(walk):
    """A conversation with support"""
    daytime(walk)
    john, jane, moderator = (walk.token(*who) for who in (JOHN, JANE, MODERATOR))
    opened = walk.expect("John asks", walk.ask("POST", "/support/tickets", QUESTION, john), 201, status="open", category="payment",
                         subject="Paid twice", fields=["createdAt", "updatedAt"])
    path = f"/support/tickets/{opened['id']}"
    walk.fact("the text is the first message", [(m["author"], m["body"]) for m in opened["messages"]] == [("user", QUESTION["message"])]
        and opened["messages"][0]["id"] and opened["messages"][0]["at"] and "closedAt" not in opened.body, opened)
    walk.fact("it has a place", opened.headers["Location"].endswith(path), opened.headers)
    walk.fact("and can be read there", walk.ask("GET", path, token=john).body == opened.body)
    walk.fact("it is in John's list", opened["id"] in [one["id"] for one in walk.ask("GET", "/support/tickets", token=john)["data"]])
    walk.expect("not in Jane's", walk.ask("GET", path, token=jane), 404, slug="not-found")
    walk.expect("guests have no list", walk.ask("GET", "/support/tickets"), 401, slug="sign-in-required", action="continue")
    walk.expect("nobody else lists all", walk.ask("GET", "/support/tickets?all=true", token=john), 403, slug="role-required",
                requiredRole="moderator")
    walk.expect("whatever state they name", walk.ask("GET", "/support/tickets?all=true&status=lost", token=john), 403, slug="role-required")
    walk.expect("whatever page", walk.ask("GET", "/support/tickets?all=true&perPage=101", token=john), 403, slug="role-required")
    walk.expect("of one's own it must be one", walk.ask("GET", "/support/tickets?status=lost", token=john), 422, slug="validation-failed")
    walk.fact("moderators do, by state",
              opened["id"] in [one["id"] for one in walk.ask("GET", "/support/tickets?all=true&status=open", token=moderator)["data"]])
    walk.expect("on a page there is", walk.ask("GET", "/support/tickets?all=true&status=odd&perPage=101", token=moderator), 422,
                errors=["status", "perPage"])
    walk.expect("a state there is", walk.ask("GET", "/support/tickets?status=lost", token=john), 422, errors=["status"])
    answer = walk.ask("POST", path + "/messages", {"message": "Which number did you pay with?"}, moderator)
    answered = walk.expect("an agent answers", answer, 201, status="answered")
    walk.fact("as agent", answered["messages"][-1]["author"] == "agent", answered)
    told(walk, JOHN, "support-reply")
    item = next(item for item in walk.ask("GET", "/notifications?perPage=100", token=john)["data"] if item["type"] == "support-reply")
    walk.fact("with the answer in it", "Which number" in item["body"] and item["category"] == "transactional", item)
    again = walk.expect("John writes back", walk.ask("POST", path + "/messages", {"message": "The one that ends in 00."}, john), 201,
                        status="open")
    walk.fact("as user", [m["author"] for m in again["messages"]] == ["user", "agent", "user"], again)
    walk.expect("Jane cannot write there", walk.ask("POST", path + "/messages", {"message": "Me too"}, jane), 404, slug="not-found")
    walk.expect("an empty message", walk.ask("POST", path + "/messages", {"message": "  "}, john), 422, errors=["message"])
    closed = walk.expect("John closes it", walk.ask("POST", path + "/close", token=john), status="closed", fields=["closedAt"])
    walk.fact("closing again is fine", walk.ask("POST", path + "/close", token=moderator).body == closed.body)
    walk.expect("but nobody writes any more", walk.ask("POST", path + "/messages", {"message": "One more thing"}, john), 409,
                slug="support-ticket-closed")
    wrong = walk.expect("every wrong field is named", walk.ask("POST", "/support/tickets", {"category": "weather", "subject": "Hi",
                        "message": "short"}, john), 422, errors=["category", "subject", "message"])
    walk.fact("and no other", set(wrong["errors"]) == {"category", "subject", "message"}, wrong)
    own = walk.expect("moderators ask like everybody", walk.ask("POST", "/support/tickets", QUESTION, moderator), 201)
    walk.expect("and are users there", walk.ask("POST", f"/support/tickets/{own['id']}/messages", {"message": "Hello?"}, moderator), 201,
                status="open")


def about_orders(walk):
    """What a ticket names must be one's own"""
    john, jane = walk.token(*JOHN), walk.token(*JANE)
    mine = walk.ask("GET", "/orders", token=john)["data"][0]["id"]
    named = lambda token, **more: walk.ask("POST", "/support/tickets", {**QUESTION, **more}, token)
    walk.expect("a seeded order of one's own", named(john, orderId=mine, eventId=event(1)), 201, orderId=mine, eventId=event(1))
    walk.expect("somebody else's", named(jane, orderId=mine), 422, errors=["orderId"])
    walk.expect("an unknown one", named(john, orderId=str(uuid.uuid4())), 422, errors=["orderId"])
    walk.expect("an unknown event", named(john, eventId=str(uuid.uuid4())), 422, errors=["eventId"])
    walk.expect("somebody else's draft", named(john, eventId=event(13)), 422, errors=["eventId"])
    fresh = free_ticket(walk, JOHN, made_event(walk, "Much Asked", 9, ENTRY))
    walk.eventually("a new order too", lambda: named(john, orderId=fresh["id"]),
                    lambda answer: answer.status == 201 and answer["orderId"] == fresh["id"], 2)


def guests(walk):
    """Guests are answered by e-mail"""
    daytime(walk)
    moderator = walk.token(*MODERATOR)
    address = f"guest-{uuid.uuid4().hex[:8]}@example.com"
    walk.expect("without an address nobody could answer", walk.ask("POST", "/support/tickets", QUESTION), 422, errors=["email"])
    walk.expect("a real one", walk.ask("POST", "/support/tickets", {**QUESTION, "email": "nobody"}), 422, errors=["email"])
    walk.expect("nothing at all", walk.ask("POST", "/support/tickets", {}), 422, errors=["category", "subject", "message", "email"])
    opened = walk.expect("a guest asks", walk.ask("POST", "/support/tickets", {**QUESTION, "email": address}), 201, email=address,
                         status="open")
    path = f"/support/tickets/{opened['id']}"
    walk.expect("and cannot read it", walk.ask("GET", path), 401, slug="sign-in-required")
    walk.expect("nor can John", walk.ask("GET", path, token=walk.token(*JOHN)), 404)
    walk.expect("guests have no orders", walk.ask("POST", "/support/tickets", {**QUESTION, "email": address,
                "orderId": str(uuid.uuid4())}), 422, errors=["orderId"])
    everybodys = walk.ask("GET", "/support/tickets?all=true", token=moderator)
    walk.fact("moderators see it", opened["id"] in [one["id"] for one in everybodys["data"]], everybodys)
    long = "Please wait for ten days. " * 60
    walk.expect("an answer", walk.ask("POST", path + "/messages", {"message": "We are looking into it."}, moderator), 201)
    walk.expect("a long one", walk.ask("POST", path + "/messages", {"message": long}, moderator), 201)
    box = walk.eventually("both leave by mail", lambda: walk.ask("GET", f"/dev/outbox?channel=email&to={address}"),
                          lambda answer: len(answer["data"]) == 2, 10)
    walk.fact("with the words", any("We are looking into it." in mail["text"] for mail in box["data"]), box)
    walk.fact("the long one whole", any(long.strip() in part["content"] for mail in box["data"] for part in mail.get("attachments") or []),
              box)


def seven_days(walk):
    """Seven days after the last answer a ticket closes"""
    quiet, alive = (walk.ask("POST", "/support/tickets", QUESTION, walk.token(*ALICE)) for _ in range(2))
    answer = lambda one, who: walk.ask("POST", f"/support/tickets/{one['id']}/messages", {"message": "Does it work now?"}, walk.token(*who))
    assert answer(quiet, MODERATOR).status == 201 and answer(alive, MODERATOR).status == 201
    walk.advance(advance="P6D")
    assert answer(quiet, MODERATOR).status == 201 and answer(alive, ALICE).status == 201
    state = lambda one: walk.ask("GET", f"/support/tickets/{one['id']}", token=walk.token(*ALICE))
    walk.advance(advance="P6DT23H")
    walk.fact("not before", state(quiet)["status"] == "answered", state(quiet))
    walk.advance(advance="PT1H")
    closed = walk.eventually("after seven days without a word", lambda: state(quiet), lambda one: one["status"] == "closed")
    walk.fact("with the time", closed["closedAt"] == closed["updatedAt"], closed)
    walk.expect("what waits for support stays open", state(alive), status="open")


def reported(walk, who, kind, target):
    return walk.expect(f"({kind} reported)", walk.ask("POST", "/reports", {"targetType": kind, "targetId": target, "reason": "fraud",
                       "details": "Look at it"}, walk.token(*who)), 201, targetType=kind, targetId=target, status="open")


def moderation(walk):
    """Moderators decide about reports"""
    daytime(walk)
    moderator = walk.token(*MODERATOR)
    walk.expect("guests", walk.ask("GET", "/reports"), 401, slug="sign-in-required")
    walk.expect("only moderators see reports", walk.ask("GET", "/reports", token=walk.token(*JOHN)), 403, slug="role-required",
                requiredRole="moderator")
    many, fresh = (made_event(walk, title, 9, ENTRY) for title in ("Much Reported", "Once Reported"))
    those = [reported(walk, load(n), "event", many["id"]) for n in range(1, 6)]
    last = reported(walk, JOHN, "event", fresh["id"])
    listed = walk.expect("the list", walk.ask("GET", "/reports?perPage=100", token=moderator))
    ids = [one["id"] for one in listed["data"]]
    walk.fact("five reporters come first, then the newest", ids[:6] == [one["id"] for one in reversed(those)] + [last["id"]], listed)
    walk.fact("each whole", listed["data"][0]["openReporters"] == 5 and listed["data"][0]["reporterId"]
        and all(one["status"] == "open" and "resolution" not in one for one in listed["data"]), listed["data"][0])
    resolve = lambda one, action, who=MODERATOR, note="We looked at it.": walk.ask(
        "POST", f"/reports/{one['id']}/resolve", {"action": action, "note": note}, walk.token(*who))
    walk.expect("not by others", resolve(last, "dismiss", BOB), 403, slug="role-required")
    walk.expect("an action there is, and a note", resolve(last, "burn", note="x"), 422, errors=["action", "note"])
    walk.expect("that fits", resolve(last, "remove-rating"), 422, errors=["action"])
    walk.expect("an unknown report", resolve({"id": str(uuid.uuid4())}, "dismiss"), 404)
    done = walk.expect("one is dismissed", resolve(those[0], "dismiss"), status="resolved", openReporters=4)
    walk.fact("with who and why", done["resolution"]["action"] == "dismiss" and done["resolution"]["note"] == "We looked at it."
        and done["resolution"]["by"] == user(7) and done["resolution"]["at"], done)
    walk.expect("not twice", resolve(those[0], "dismiss"), 409, slug="report-resolved")
    walk.fact("it is among the resolved",
              those[0]["id"] in [one["id"] for one in walk.ask("GET", "/reports?status=resolved", token=moderator)["data"]])
    free_ticket(walk, JANE, many)
    walk.expect("the event is cancelled", resolve(those[1], "cancel-event", note="There is no such venue."), status="resolved",
                openReporters=0)
    walk.fact("all its reports are done", not {one["id"] for one in those}
        & {one["id"] for one in walk.ask("GET", "/reports?perPage=100", token=moderator)["data"]})
    walk.expect("everybody sees it", walk.ask("GET", f"/events/{many['id']}"), status="cancelled")
    news = lambda who, kind: [item for item in walk.ask("GET", "/notifications?perPage=100", token=walk.token(*who))["data"]
                              if item["type"] == kind]
    walk.eventually("Bob hears why", lambda: news(BOB, "event-moderated"), lambda items: items, 10)
    item = news(BOB, "event-moderated")[0]
    walk.fact("with the note and no reporter", "There is no such venue." in item["body"] and "Much Reported" in item["body"]
        and "load" not in str(item), item)
    walk.eventually("Jane hears by whom", lambda: news(JANE, "event-cancelled"),
                    lambda items: any("Cancelled by EventPass" in one["body"] for one in items), 10)
    again = reported(walk, JOHN, "event", event(11))
    walk.expect("what is over cannot be cancelled", resolve(again, "cancel-event"), 409, slug="event-not-cancellable")
    walk.fact("and its report stays open", again["id"] in [one["id"] for one in walk.ask("GET", "/reports", token=moderator)["data"]])
    rating = walk.ask("GET", f"/events/{event(11)}/ratings")
    bad = reported(walk, JANE, "rating", rating["data"][0]["id"])
    walk.expect("a rating goes", resolve(bad, "remove-rating"), status="resolved")
    walk.fact("and counts no more", walk.ask("GET", f"/events/{event(11)}/ratings")["meta"]["summary"]["count"]
        == rating["meta"]["summary"]["count"] - 1)


def prompts(walk):
    """Second prompts: every protected route names what the guest wanted (R1)"""
    config = walk.ask("GET", "/config")["prompts"]
    some = str(uuid.uuid4())
    wanted = {
        "favorite": [("PUT", f"/events/{event(1)}/favorite"), ("GET", "/favorites")],
        "follow": [("PUT", f"/organizers/{user(4)}/follow"), ("GET", "/following")],
        "purchase": [("POST", "/orders"), ("GET", "/orders"), ("POST", f"/payments/{some}/confirm"), ("GET", "/payment-methods")],
        "tickets": [("GET", "/tickets"), ("GET", f"/tickets/{some}"), ("GET", "/waitlist"), ("POST", f"/events/{event(1)}/waitlist")],
        "rate": [("PUT", f"/events/{event(11)}/rating")], "report": [("POST", "/reports")],
        "profile": [("GET", "/auth/me"), ("PUT", "/auth/profile")],
        "organize": [("POST", "/events"), ("GET", "/organizer/events")],
        "continue": [("GET", "/friends"), ("GET", "/notifications"), ("GET", "/support/tickets"), ("GET", "/reports")],
    }
    for action, routes in wanted.items():
        walk.fact(f"{action} has a title and one to three benefits", config[action]["title"] and 1 <= len(config[action]["benefits"]) <= 3)
        for method, path in routes:
            answer = walk.expect(f"{method} {path}", walk.ask(method, path, {} if method in ("POST", "PUT") else None), 401,
                                 slug="sign-in-required", action=action)
            walk.fact("with the same prompt", answer["prompt"] == config[action] and answer["resume"]["method"] == method
                and answer["resume"]["path"].endswith(path), answer)


PARTS = [contents, tickets, about_orders, guests, moderation, prompts, seven_days]
