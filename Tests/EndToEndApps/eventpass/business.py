"""Business numbers: the dashboard, analytics of an event, their charts, statements."""
import csv, io, xml.etree.ElementTree as xml
from people import *

NUMBERS = ["revenue", "ticketsSold", "activeEvents", "draftEvents", "attendees", "checkInRate", "views", "uniqueViewers", "buyers",
           "conversionRate", "followers", "rating", "salesByDay", "topEvents"]
SVG = "{http://www.w3.org/2000/svg}"


def seeded_numbers(walk):
    """R11: what the demo sold"""
    bob = walk.token(*BOB)
    board = walk.expect("Bob's dashboard", walk.ask("GET", "/organizer/dashboard", token=bob), fields=NUMBERS)
    money = {name: value["amount"] for name, value in board["revenue"].items()}
    walk.fact("net is what is left of gross", money["net"] == money["gross"] - money["refunds"] - money["fees"], money)
    walk.fact("the demo's sales are in it", money["gross"] >= 2575000 and board["ticketsSold"] >= 65 and board["draftEvents"] >= 1, board)
    days = board["salesByDay"]
    walk.fact("days add up, in order", sum(day["gross"]["amount"] for day in days) == money["gross"]
        and sum(day["tickets"] for day in days) == board["ticketsSold"] and [day["date"] for day in days]
        == sorted({day["date"] for day in days}), days)
    top = board["topEvents"]
    walk.fact("the five best come first", 0 < len(top) <= 5 and [row["gross"]["amount"] for row in top]
        == sorted((row["gross"]["amount"] for row in top), reverse=True) and all(row["ticketsSold"] > 0 for row in top), top)
    one = walk.expect("an event has numbers of its own", walk.ask("GET", f"/events/{event(11)}/analytics", token=bob),
                      fields=NUMBERS + ["capacity", "sellThrough", "byTicketType", "checkInsByHour", "favorites", "waitlistLength",
                                        "refundCount"], ticketsSold=20, capacity=100, sellThrough=0.2)
    walk.fact("seeded ratings too", one["rating"] == {"average": 4.8, "count": 5}, one["rating"])
    walk.fact("by ticket type", [row["sold"] for row in one["byTicketType"]] == [20]
        and one["byTicketType"][0]["gross"] == ugx(400000), one["byTicketType"])
    walk.expect("nobody else reads them", walk.ask("GET", f"/events/{event(11)}/analytics", token=walk.token(*SARAH)), 403,
                slug="not-event-owner")
    walk.expect("without the role there is no dashboard", walk.ask("GET", "/organizer/dashboard", token=walk.token(*load(9))), 403,
                slug="role-required", requiredRole="organizer")
    walk.expect("guests are asked to sign in", walk.ask("GET", "/organizer/dashboard"), 401, slug="sign-in-required", action="organize")
    for query in ("from=2026-02-30", "from=2030-01-02&to=2030-01-01", "to=soon"):
        walk.expect(f"{query} is not a period", walk.ask("GET", f"/organizer/dashboard?{query}", token=bob), 422)
    later = walk.expect("nothing is sold in the future", walk.ask("GET", "/organizer/dashboard?from=2090-01-01", token=bob), ticketsSold=0,
                        buyers=0, conversionRate=None, salesByDay=[], topEvents=[])
    walk.fact("but what is of now stays", later["followers"] == board["followers"] and later["draftEvents"] == board["draftEvents"], later)


def looks(walk):
    """Views: guests always, people once in half an hour, the owner never"""
    sarah, path = walk.token(*SARAH), f"/events/{event(16)}/analytics"
    view = {"items": [{"eventId": event(16), "type": "view"}]}
    before = walk.ask("GET", path, token=sarah)
    for who in (None, None, walk.token(*load(12)), walk.token(*load(12)), sarah):
        walk.expect("a look is noted", walk.ask("POST", "/interactions", view, who), 204)
    after = walk.eventually("three of five count", lambda: walk.ask("GET", path, token=sarah),
                            lambda answer: answer["views"] == before["views"] + 3)
    walk.fact("one of them is a new viewer", after["uniqueViewers"] == before["uniqueViewers"] + 1, after)
    walk.ask("GET", f"/events/{event(16)}", token=walk.token(*load(13)))
    walk.expect("reading an event counts no view", walk.ask("GET", path, token=sarah), views=after["views"])
    walk.ask("PUT", f"/events/{event(16)}/favorite", token=walk.token(*load(12)))
    walk.eventually("a favorite shows", lambda: walk.ask("GET", path, token=sarah),
                    lambda answer: answer["favorites"] == before["favorites"] + 1)
    walk.ask("DELETE", f"/events/{event(16)}/favorite", token=walk.token(*load(12)))
    walk.eventually("and goes", lambda: walk.ask("GET", path, token=sarah), lambda answer: answer["favorites"] == before["favorites"])


def charts(walk):
    """Charts from the same numbers"""
    bob = walk.token(*BOB)
    days = walk.ask("GET", "/organizer/dashboard", token=bob)["salesByDay"]
    picture = walk.ask("GET", "/organizer/dashboard.svg", token=bob)
    walk.fact("the dashboard has a picture", picture.status == 200 and picture.headers["Content-Type"].startswith("image/svg+xml"),
              picture.headers)
    root = xml.fromstring(picture.data)
    bars = root.findall(f".//{SVG}g/{SVG}rect")
    walk.fact("which an XML parser reads", root.tag == SVG + "svg" and root.get("role") == "img", root.tag)
    walk.fact("with a bar for each day, which says its value", len(bars) == len(days)
        and all(bar.find(SVG + "title").text.startswith(day["date"]) for bar, day in zip(bars, days)), len(bars))
    walk.fact("it has a title and a description", root.find(SVG + "title").text and root.find(SVG + "desc").text)
    walk.fact("twice the same", walk.ask("GET", "/organizer/dashboard.svg", token=bob).data == picture.data)
    for chart in ("sales", "check-ins"):
        one = walk.ask("GET", f"/events/{event(11)}/analytics.svg?chart={chart}", token=bob)
        walk.fact(f"an event has one of {chart}", one.status == 200 and xml.fromstring(one.data).find(SVG + "title").text, one.status)
    walk.expect("of nothing else", walk.ask("GET", f"/events/{event(11)}/analytics.svg?chart=pie", token=bob), 422)
    walk.expect("for nobody else", walk.ask("GET", f"/events/{event(11)}/analytics.svg", token=walk.token(*SARAH)), 403)
    draft = walk.ask("POST", "/events", {"title": "Tom & <Jerry> \"live\""}, bob)
    named = walk.eventually("a title is text", lambda: walk.ask("GET", f"/events/{draft['id']}/analytics.svg", token=bob),
                            lambda answer: answer.status == 200)
    walk.fact("with markup in its title", "Tom & <Jerry> \"live\"" in xml.fromstring(named.data).find(SVG + "title").text, named.data[:300])


def statements(walk):
    """Statements of a month"""
    bob = walk.token(*BOB)
    wallet = walk.ask("GET", "/wallet", token=bob)
    now = walk.expect("this month's statement", walk.ask("GET", "/organizer/earnings/statement?perPage=100", token=bob),
                      fields=["month", "from", "to", "opening", "closing", "data", "meta"])
    walk.fact("ends with the wallet", all(now["closing"][name] == wallet[name] for name in now["closing"]), now["closing"])
    for name in now["opening"]:
        change = sum(row["amount"]["amount"] for row in now["data"] if row["bucket"] == name)
        walk.fact(f"{name} adds up", now["meta"]["lastPage"] > 1
                  or now["opening"][name]["amount"] + change == now["closing"][name]["amount"], now)
    table = walk.ask("GET", "/organizer/earnings/statement", token=bob, headers={"Accept": "text/csv"})
    rows = list(csv.DictReader(io.StringIO(table.data.decode("utf-8"), newline="")))
    walk.fact("it is a table, too", table.headers["Content-Type"].startswith("text/csv") and len(rows) == 8 + now["meta"]["total"],
              rows[:3])
    value = lambda row: int(row["credit"] or 0) - int(row["debit"] or 0)
    parts = {kind: sum(value(row) for row in rows if row["kind"] == kind) for kind in ("opening-balance", "closing-balance")}
    lines = sum(value(row) for row in rows if not row["kind"].endswith("-balance"))
    walk.fact("whose columns add up", parts["opening-balance"] + lines == parts["closing-balance"], parts)
    walk.expect("a wrong month is 422", walk.ask("GET", "/organizer/earnings/statement?month=2026-13", token=bob), 422)
    walk.expect("attendees have none", walk.ask("GET", "/organizer/earnings/statement", token=walk.token(*load(9))), 403)


PARTS = [seeded_numbers, looks, charts, statements]
