"""Discovery, favourites, organizers, ratings, reports: EventPass' R1, R2, R5, R6, R14."""
import math, uuid
from people import *


def contents(walk):
    """Config, categories, cities"""
    config = walk.expect("the app asks what holds here", walk.ask("GET", "/config"), currency="UGX", timezone="Africa/Kampala",
                         ageRestrictions=[13, 16, 18, 21], paymentMethods=["mtn_momo", "airtel_money", "card"],
                         fields=["categories", "priceBands", "poster", "limits", "prompts", "legal", "support", "features"])
    walk.fact("posters", config["poster"] == {"minWidth": 900, "minHeight": 1125, "maxBytes": 8388608,
                                              "types": ["image/jpeg", "image/png"]}, config["poster"])
    walk.fact("support and features", config["support"]["email"] == "support@eventpass.ug" and config["features"]["walletPass"] is False,
              config)
    categories = walk.expect("twelve categories", walk.ask("GET", "/categories"))["data"]
    walk.fact("with colour, icon and number", len(categories) == 12
        and all({"slug", "name", "colorHex", "icon", "eventCount"} <= set(row) for row in categories), categories)
    cities = {row["city"]: row["eventCount"] for row in walk.expect("the cities", walk.ask("GET", "/cities"))["data"]}
    walk.fact("eight of them", {"Kampala", "Entebbe", "Jinja", "Mbarara", "Gulu", "Mbale", "Fort Portal", "Arua"} <= set(cities), cities)


def listing(walk):
    """GET /events"""
    every = walk.ask("GET", "/events?perPage=100")
    ids = [row["id"] for row in every["data"]]
    walk.fact("published and ongoing ones, no drafts, none that are over or off", {event(1), event(9)} <= set(ids)
        and not {event(11), event(12), event(13), event(14)} & set(ids), len(ids))
    starts = [row["startDate"] for row in every["data"]]
    walk.fact("by their start", starts == sorted(starts))
    card = next(row for row in every["data"] if row["id"] == event(1))
    walk.fact("a card is an event without description and types", "description" not in card and "ticketTypes" not in card
        and card["title"] == "Kampala Tech Summit"
              and card["organizer"]["name"] == "Bob Events" and card["priceRange"] == {"min": ugx(50000), "max": ugx(150000)}
              and card["priceBand"] == "moderate"
              and card["favorite"] is False and card["isFree"] is False and card["posterUrl"] is None, card)
    ask = lambda query: walk.expect(query, walk.ask("GET", "/events?perPage=100&" + query))["data"]
    only = lambda rows: {row["id"] for row in rows}
    walk.fact("search ignores case and accents", only(ask("search=RHUM%20festival")) <= set(ids)
        and event(2) in only(ask("search=nile%20fest")) and event(2) in only(ask("search=N%C3%AFLE")))
    walk.fact("by the organizer's name, too", event(1) in only(ask("search=bob")))
    walk.fact("a category", only(ask("category=nightlife")) >= {event(6)}
        and all(row["category"] in ("music", "food") for row in ask("category=music,food")))
    walk.fact("a city", all(row["venue"]["city"] == "Jinja" for row in ask("city=jinja")) and event(2) in only(ask("city=Jinja")))
    near = ask("latitude=0.3190&longitude=32.5863&radius=5&sort=distance")
    distances = [row["distanceKm"] for row in near]
    walk.fact("a radius, the nearest first", near[0]["id"] == event(1) and distances == sorted(distances) and distances[-1] <= 5
        and event(2) not in only(near), distances)
    jinja = next(row for row in ask("latitude=0.3190&longitude=32.5863&radius=100") if row["id"] == event(2))
    truth = 2 * 6371.0088 * math.asin(math.sqrt(math.sin(math.radians(0.4189 - 0.3190) / 2) ** 2
                                               + math.cos(math.radians(0.3190)) * math.cos(math.radians(0.4189)) * math.sin(
                                                   math.radians(33.1950 - 32.5863) / 2) ** 2))
    walk.fact("great circles to one decimal", abs(jinja["distanceKm"] - truth) <= 0.051, jinja["distanceKm"], truth)
    walk.fact("a box", event(2) in only(ask("bbox=33.0,0.3,33.4,0.6")) and event(1) not in only(ask("bbox=33.0,0.3,33.4,0.6")))
    walk.fact("what is on now", event(9) in only(ask("when=happening-now"))
        and all(row["isHappeningNow"] for row in ask("when=happening-now")))
    walk.fact("free ones", all(row["isFree"] for row in ask("price=free")) and event(16) in only(ask("price=free")))
    walk.fact("in a band", all(row["priceBand"] in ("budget", "premium") for row in ask("price=budget,premium")))
    walk.fact("between two prices", event(1) in only(ask("priceMin=50000&priceMax=50000"))
        and event(16) not in only(ask("priceMin=50000&priceMax=50000")))
    walk.fact("of one organizer", all(row["organizer"]["id"] == user(5) for row in ask(f"organizerId={user(5)}")))
    walk.fact("that are over", {event(11), event(12)} <= only(ask("status=completed")))
    newest = [row["publishedAt"] for row in ask("sort=newest")]
    walk.fact("the newest first", newest == sorted(newest, reverse=True))
    for query, field in [("when=someday", "when"), ("price=cheap", "price"), ("sort=best", "sort"), ("status=draft", "status"),
                         ("radius=5", "radius"), ("latitude=91&longitude=0", "latitude"),
                         ("bbox=1,2,3", "bbox"), ("from=yesterday", "from"), ("search=" + "x" * 101, "search"),
                         ("radius=501&latitude=0&longitude=32", "radius")]:
        walk.expect(f"{query[:30]} is 422", walk.ask("GET", "/events?" + query), 422, errors=[field])
    walk.expect("everything that is wrong is said at once",
                walk.ask("GET", "/events?sort=best&when=someday&price=cheap&status=draft&category=nope&radius=5"), 422,
                errors=["sort", "when", "price", "status", "category", "radius"])
    walk.expect("numbers and times too",
                walk.ask("GET", "/events?sort=best&latitude=91&longitude=181&radius=0&priceMin=-1&from=soon&bbox=1&search=" + "x" * 101),
                422, errors=["sort", "latitude", "longitude", "radius", "priceMin", "from", "bbox", "search"])


def one_event(walk):
    """GET /events/{id} and what hangs on it"""
    one = walk.expect("an event", walk.ask("GET", f"/events/{event(1)}"), title="Kampala Tech Summit", status="published",
                      category="technology", ageRestriction=None, isHappeningNow=False, hasStarted=False,
                      isTicketSalesOpen=True, isFree=False, priceBand="moderate", favorite=False,
                      fields=["description", "ticketTypes", "version", "publishedAt", "updatedAt", "favoriteCount"])
    walk.fact("its place", one["venue"]["name"] == "Kampala Serena Hotel"
        and (one["venue"]["latitude"], one["venue"]["longitude"]) == (0.319, 32.5863), one["venue"])
    walk.fact("its types", [(kind["name"], kind["price"]["amount"], kind["quantity"], kind["state"]) for kind in one["ticketTypes"]] == [
        ("Regular", 50000, 300, "on-sale"), ("VIP", 150000, 50, "on-sale")], one)
    regular = one["ticketTypes"][0]
    walk.fact("the books agree", regular["available"] == regular["quantity"] - regular["sold"] - regular["held"] and regular["sold"] >= 30,
              regular)
    walk.fact("nine in Kampala is six in UTC", one["startDate"].endswith("T06:00:00Z"), one["startDate"])
    walk.fact("time until sales close, and its colour", one["timeUntilSalesClose"] > 86400 and one["salesUrgency"] == "green", one)
    walk.fact("no owner's things for guests", "permissions" not in one.body and "stats" not in one.body and "deletedAt" not in one.body)
    mine = walk.ask("GET", f"/events/{event(1)}", token=walk.token(*BOB))
    walk.fact("Bob has them, with a warning", mine["permissions"]["canEdit"] and "tickets sold" in mine["permissions"]["editWarning"]
        and mine["stats"]["ticketsSold"] >= 30, mine)
    walk.expect("a paused type", walk.ask("GET", f"/events/{event(2)}"))
    walk.fact("says so", walk.ask("GET", f"/events/{event(2)}")["ticketTypes"][0]["state"] == "paused")
    walk.fact("event 10 is sold out", walk.ask("GET", f"/events/{event(10)}")["ticketTypes"][0]["state"] == "sold-out")
    walk.fact("event 09 is on", walk.ask("GET", f"/events/{event(9)}")["status"] == "ongoing")
    walk.expect("a draft is nobody's", walk.ask("GET", f"/events/{event(13)}"), 404)
    walk.expect("half a place is refused first", walk.ask("GET", f"/events/{event(13)}?latitude=0.3"), 422, errors=["longitude"])
    walk.expect("a cancelled one says it", walk.ask("GET", f"/events/{event(14)}"), status="cancelled", isTicketSalesOpen=False,
                timeUntilSalesClose=None, salesUrgency=None)
    similar = walk.expect("similar ones", walk.ask("GET", f"/events/{event(1)}/similar"))
    walk.fact("at most ten, not itself", len(similar["data"]) <= 10 and event(1) not in [row["id"] for row in similar["data"]], similar)
    walk.expect("share", walk.ask("GET", f"/events/{event(1)}/share"), fields=["url", "text", "imageUrl"])
    calendar = walk.ask("GET", f"/events/{event(1)}/event.ics")
    walk.fact("for a calendar", calendar.status == 200 and calendar.headers["Content-Type"].startswith("text/calendar")
        and f"UID:event-{event(1)}@eventpass.ug".encode() in calendar.data.replace(b"\r\n ", b""),
              calendar)


def liking(walk):
    """Favourites, following, recent searches, interests"""
    alice = walk.token(*ALICE)
    first = walk.expect("liked", walk.ask("PUT", f"/events/{event(4)}/favorite", token=alice), favorite=True)
    walk.expect("twice is once", walk.ask("PUT", f"/events/{event(4)}/favorite", token=alice), favorite=True,
                favoriteCount=first["favoriteCount"])
    walk.fact("it shows", walk.ask("GET", f"/events/{event(4)}", token=alice)["favorite"]
        and event(4) == walk.ask("GET", "/favorites", token=alice)["data"][0]["id"])
    walk.expect("and not any more", walk.ask("DELETE", f"/events/{event(4)}/favorite", token=alice), favorite=False,
                favoriteCount=first["favoriteCount"] - 1)
    walk.expect("a cancelled one cannot be liked", walk.ask("PUT", f"/events/{event(14)}/favorite", token=alice), 409,
                slug="event-cancelled")
    walk.expect("but forgotten", walk.ask("DELETE", f"/events/{event(14)}/favorite", token=alice), favorite=False)
    before = walk.expect("an organizer", walk.ask("GET", f"/organizers/{user(4)}", token=alice), name="Bob Events", following=False,
                         fields=["bio", "avatarUrl", "verified", "followerCount", "rating", "eventCount", "upcomingEvents"])
    walk.expect("is followed", walk.ask("PUT", f"/organizers/{user(4)}/follow", token=alice), following=True,
                followerCount=before["followerCount"] + 1)
    walk.fact("it shows", user(4) in [row["id"] for row in walk.ask("GET", "/following", token=alice)["data"]])
    walk.expect("and not any more", walk.ask("DELETE", f"/organizers/{user(4)}/follow", token=alice), following=False,
                followerCount=before["followerCount"])
    walk.expect("nobody follows oneself", walk.ask("PUT", f"/organizers/{user(4)}/follow", token=walk.token(*BOB)), 422)
    walk.expect("John is no organizer", walk.ask("PUT", f"/organizers/{user(1)}/follow", token=alice), 404)
    for term in ("jazz", "food fair", "jazz"):
        walk.ask("POST", "/search/recent", {"term": term}, alice)
    recent = walk.expect("recent searches", walk.ask("GET", "/search/recent", token=alice))
    walk.fact("the newest first, none twice",
              [row["term"] if isinstance(row, dict) else row for row in recent["data"]][:2] == ["jazz", "food fair"], recent)
    walk.fact("and forgotten", walk.ask("DELETE", "/search/recent", token=alice).status in (200, 204)
        and walk.ask("GET", "/search/recent", token=alice)["data"] == [])
    walk.expect("looking is counted",
                walk.ask("POST", "/interactions",
                         {"items": [{"eventId": event(5), "type": "view"}, {"eventId": str(uuid.uuid4()), "type": "share"},
                                    {"eventId": event(5), "type": "like"}]}, alice), 204)
    walk.expect("not everything is looking", walk.ask("POST", "/interactions", {"items": [{"eventId": event(5), "type": "stare"}]}, alice),
                422)
    walk.expect("interests", walk.ask("GET", "/interests", token=alice), city="Kampala", preferredCategories=["sports", "fundraising"],
                maxTravelDistanceKm=25, personalization=True, shareAttendance=False,
                fields=["location", "pricePreference", "preferredDaysOfWeek", "preferredTimesOfDay", "inferredCategories",
                        "followedOrganizerIds", "interactions", "confidenceScore", "isNewUser"])
    wrong = {"preferredCategories": ["nonsense"], "maxTravelDistanceKm": 501, "preferredDaysOfWeek": [8],
             "preferredTimesOfDay": ["noonish"], "pricePreference": "cheap"}
    walk.expect("what they may be", walk.ask("PUT", "/interests", wrong, alice), 422, errors=["maxTravelDistanceKm", "pricePreference"])
    walk.expect("also beside what is no text", walk.ask("PUT", "/interests", {"city": 5, "maxTravelDistanceKm": 0}, alice), 422,
                errors=["city", "maxTravelDistanceKm"])
    walk.expect("thirteen categories are too many", walk.ask("PUT", "/interests", {"preferredCategories": ["music"] * 13}, alice), 422,
                errors=["preferredCategories"])
    rounded = walk.expect("where one is, roughly",
                          walk.ask("PUT", "/interests", {"location": {"latitude": 0.31234, "longitude": 32.58765}}, alice))
    walk.expect("but on this world", walk.ask("PUT", "/interests", {"location": {"latitude": 90.004, "longitude": 32.58}}, alice), 422,
                errors=["location.latitude"])
    walk.fact("to two decimals", rounded["location"] == {"latitude": 0.31, "longitude": 32.59}, rounded["location"])
    walk.expect("history is forgotten", walk.ask("DELETE", "/interests/history", token=alice), 204)


def recommending(walk):
    """R6: why this event"""
    john = walk.token(*JOHN)
    one = walk.expect("John's reasons for event 01", walk.ask("GET", f"/events/{event(1)}/recommendation", token=john),
                      fields=["score", "reason", "reasons"])
    signals = {row["signal"]: row["points"] for row in one["reasons"]}
    walk.fact("are 123 points, 133 at a weekend", one["score"] == 123 + 10 * ("thisWeekend" in signals)
        and sum(signals.values()) == one["score"], one)
    walk.fact("by these signals",
              {name: signals.get(name) for name in ("categoryMatch", "purchaseHistory", "sameCity", "upcomingSoon", "priceMatch",
                                                    "highRating")}
              == {"categoryMatch": 40, "purchaseHistory": 35, "sameCity": 20, "upcomingSoon": 15, "priceMatch": 8, "highRating": 5},
              signals)
    walk.fact("said like this", one["reason"] == "Matches your Technology interests"
        and "Similar to events you've attended" in [row["text"] for row in one["reasons"]], one)
    home = walk.expect("home for John", walk.ask("GET", "/home", token=john), coldStart=False)
    walk.fact("begins with what is recommended", home["sections"][0]["key"] == "recommended"
        and home["sections"][0]["title"] == "Recommended for You" and len(home["sections"][0]["events"]) <= 10, home)
    cold = walk.expect("home for a guest", walk.ask("GET", "/home"), coldStart=True)
    walk.fact("begins with what is popular", cold["sections"][0]["key"] == "popular"
        and all(section["events"] for section in cold["sections"]), [section["key"] for section in cold["sections"]])
    ranked = walk.expect("recommendations", walk.ask("GET", "/recommendations?limit=50", token=john))
    scores = [row["score"] for row in ranked["data"]]
    walk.fact("the best first, no event he has a ticket for", scores == sorted(scores, reverse=True)
        and event(9) not in [row["event"]["id"] for row in ranked["data"]], scores)
    walk.expect("the weights are public", walk.ask("GET", "/recommendations/config"))
    walk.expect("51 are too many", walk.ask("GET", "/recommendations?limit=51", token=john), 422, errors=["limit"])


def judging(walk):
    """Ratings and reports"""
    john = walk.token(*JOHN)
    ratings = walk.expect("event 11 has five ratings", walk.ask("GET", f"/events/{event(11)}/ratings"))
    walk.fact("4.8 of them",
              ratings["meta"]["summary"] == {"average": 4.8, "count": 5, "distribution": {"1": 0, "2": 0, "3": 0, "4": 1, "5": 4}},
              ratings["meta"])
    fresh = walk.ask("PUT", f"/events/{event(12)}/rating", {"stars": 5, "review": "Good coffee."}, john)
    walk.fact("John was at event 12", fresh.status in (200, 201) and fresh["stars"] == 5, fresh)
    walk.expect("and thinks again", walk.ask("PUT", f"/events/{event(12)}/rating", {"stars": 4}, john), 200, stars=4)
    walk.expect("six stars are none", walk.ask("PUT", f"/events/{event(12)}/rating", {"stars": 6}, john), 422, errors=["stars"])
    walk.expect("not what has not begun", walk.ask("PUT", f"/events/{event(1)}/rating", {"stars": 5}, walk.token(*load(1))), 409,
                slug="event-not-started")
    walk.expect("which only people with a ticket hear", walk.ask("PUT", f"/events/{event(1)}/rating", {"stars": 5},
                                                                 walk.token(*MODERATOR)), 403, slug="not-an-attendee")
    walk.expect("not without a ticket", walk.ask("PUT", f"/events/{event(11)}/rating", {"stars": 1}, walk.token(*load(20)))
        .status in (200, 201, 403) and walk.ask("PUT", f"/events/{event(9)}/rating", {"stars": 1}, walk.token(*ALICE)), 403,
                slug="not-an-attendee")
    walk.expect("not one's own", walk.ask("PUT", f"/events/{event(11)}/rating", {"stars": 5}, walk.token(*BOB)), 403, slug="own-event")
    report = {"targetType": "event", "targetId": event(3), "reason": "spam"}
    walk.expect("a report", walk.ask("POST", "/reports", report, john), 201)
    walk.expect("once", walk.ask("POST", "/reports", report, john), 409, slug="already-reported")
    walk.expect("for a reason", walk.ask("POST", "/reports", {**report, "reason": "boring"}, john), 422, errors=["reason"])


PARTS = [contents, listing, one_event, liking, recommending, judging]
