"""Tickets on paper and in calendars: `ticket.pdf`, `ticket.ics`, the feed, conflicts (R13)."""
import datetime, re, subprocess, tempfile, urllib.parse
from people import *


# In points; poppler of Debian 12 knows the name of A4 only.
SIZES = {"A4": "595.28 x 841.89", "A5": "419.53 x 595.28", "A6": "297.64 x 419.53"}


def run(*command):
    done = subprocess.run(command, capture_output=True)
    return done.returncode, done.stdout.decode(errors="replace")


def lines(answer):
    """The content lines of a calendar, unfolded (RFC 5545, 3.1)."""
    return answer.data.decode().replace("\r\n ", "").split("\r\n")


def entries(answer):
    """UID → lines of its VEVENT."""
    found, entry = {}, None
    for line in lines(answer):
        if line == "BEGIN:VEVENT":
            entry = []
        elif line == "END:VEVENT":
            found[next(row for row in entry if row.startswith("UID:"))[4:]] = entry
            entry = None
        elif entry is not None:
            entry.append(line)
    return found


def read(walk, answer, paper):
    """What poppler reads from a page, and what zbar from its drawing."""
    with tempfile.TemporaryDirectory() as folder:
        file = f"{folder}/ticket.pdf"
        with open(file, "wb") as out:
            out.write(answer.data)
        code, info = run("pdfinfo", file)
        walk.fact(f"poppler finds one page of {paper}", code == 0 and re.search(r"Pages:\s+1\n", info)
            and re.search(rf"Page size:\s+{SIZES[paper]} pts", info), info)
        code, text = run("pdftotext", "-raw", file, "-")
        walk.fact("and its text", code == 0 and text.strip(), text)
        run("pdftoppm", "-png", "-r", "150", "-singlefile", file, f"{folder}/page")
        return " ".join(text.split()), run("zbarimg", "--quiet", "--raw", f"{folder}/page.png")[1].strip()


def paper(walk):
    """GET /tickets/{id}/ticket.pdf"""
    alice = walk.token(*ALICE)
    one = bought(walk, ALICE, 16)["tickets"][0]
    path = f"/tickets/{one['id']}/ticket.pdf"
    page = walk.ask("GET", path, token=alice)
    walk.fact("a ticket on paper", page.status == 200 and page.headers["Content-Type"] == "application/pdf"
        and page.data.startswith(b"%PDF-"), page.headers)
    walk.fact("private, saved under its serial", "private" in page.headers["Cache-Control"]
        and "no-store" in page.headers["Cache-Control"]
        and page.headers["Content-Disposition"] == f'attachment; filename="{one["serial"]}.pdf"', page.headers)
    text, code = read(walk, page, "A5")
    start = walk_time(one["event"]["startDate"]) + datetime.timedelta(hours=3)
    for fact in (one["event"]["title"], f"{start.day} {start:%B} {start.year}, {start:%H:%M}", one["event"]["venue"]["name"],
                 one["ticketType"]["name"], one["attendeeName"], one["serial"]):
        walk.fact(f"it says {fact}", fact in text, text)
    walk.fact("zbar reads its code", code == one["qr"]["payload"], code)
    for size, name in (("a4", "A4"), ("a6", "A6")):
        walk.fact(f"the code on {name}, too", read(walk, walk.ask("GET", f"{path}?size={size}", token=alice), name)[1] == code)
    walk.expect("no other paper", walk.ask("GET", path + "?size=letter", token=alice), 422, errors=["size"])
    walk.expect("not for others", walk.ask("GET", path, token=walk.token(*JANE)), 404)
    walk.expect("nor for guests", walk.ask("GET", path), 401, slug="sign-in-required", action="tickets")
    walk.expect("nothing for the wallet of a phone, for which this app has no certificate",
                walk.ask("GET", f"/tickets/{one['id']}/pass.pkpass", token=alice), 404)
    refund = walk.ask("POST", f"/orders/{one['orderId']}/refunds", {"ticketIds": [one["id"]], "reason": "Cannot come"}, alice)
    walk.expect("she gives it back", refund, 201)
    walk.expect("the ticket is not active any more", walk.ask("GET", path, token=alice), 409, slug="ticket-not-active")
    dead = walk.eventually("its calendar file takes the date out", lambda: walk.ask("GET", f"/tickets/{one['id']}/ticket.ics", token=alice),
                           lambda answer: answer.status == 200 and "METHOD:CANCEL" in lines(answer))
    walk.fact("without an alarm", "BEGIN:VALARM" not in lines(dead) and "STATUS:CANCELLED" in lines(dead), dead)


def walk_time(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


def strange_words(walk):
    """Texts that Windows-1252 cannot say, and the organizer's own conflicts"""
    bob, alice = walk.token(*BOB), walk.token(*ALICE)
    start = walk.now().replace(microsecond=0) + datetime.timedelta(days=200)
    at = lambda hours: (start + datetime.timedelta(hours=hours)).strftime("%Y-%m-%dT%H:%M:%SZ")
    whole = {"title": "Ŋgoma 🎉 (live) \\ café", "description": "Drums, all night long.", "category": "music", "startDate": at(0),
             "endDate": at(4), "venue": {"name": "حفلة House )(", "city": "Kampala", "latitude": 0.00005, "longitude": 32.5881},
             "ticketTypes": [{"name": "Free", "price": ugx(0), "quantity": 50}]}
    made = walk.expect("an event with a strange title", walk.ask("POST", "/events", whole, bob), 201)
    walk.fact("is published without a conflict", not [row for row in walk.ask("POST", f"/events/{made['id']}/publish", token=bob)
        .get("warnings") or [] if row["code"] == "calendar-conflict"])
    second = walk.ask("POST", "/events", {**whole, "title": "Matinee", "startDate": at(-2), "endDate": at(0)}, bob)
    walk.expect("a draft stands in nobody's way", walk.ask("POST", "/calendar/conflicts", {"start": at(-2), "end": at(-1)}, bob),
                conflicts=[])
    wrong = {"start": at(0), "end": "x", "busy": [{"start": "x"}, {"start": at(1), "end": at(1), "title": "t" * 121}], "excludeEventId": 5}
    walk.expect("all that is wrong with a question is named at once", walk.ask("POST", "/calendar/conflicts", wrong, bob), 422,
                errors=["end", "busy.0.start", "busy.0.end", "busy.1.end", "busy.1.title", "excludeEventId"])
    warned = walk.expect("the next one is published", walk.ask("POST", f"/events/{second['id']}/publish", token=bob), status="published")
    walk.fact("with a warning", [(row["code"], row["kind"], row["eventId"]) for row in warned["warnings"]]
        == [("calendar-conflict", "adjacent", made["id"])], warned)
    found = walk.eventually("Bob's calendar has both", lambda: walk.ask("POST", "/calendar/conflicts", {"eventId": second["id"]}, bob),
                            lambda answer: answer.status == 200 and answer["conflicts"])
    walk.fact("and says how they stand", [(row["kind"], row["source"], row["eventId"], row["overlapMinutes"], row["gapMinutes"])
        for row in found["conflicts"]] == [("adjacent", "organizer-event", made["id"], 0, 0)], found)
    placed = walk.ask("POST", "/orders", {"eventId": made["id"], "items": [{"ticketTypeId": made["ticketTypes"][0]["id"], "quantity": 1}]},
                      alice)
    one = walk.expect("Alice has a ticket", placed, 201, status="completed")["tickets"][0]
    text, code = read(walk, walk.ask("GET", f"/tickets/{one['id']}/ticket.pdf", token=alice), "A5")
    walk.fact("question marks for what it cannot say", "?goma ? (live) \\ café" in text and "???? House )(" in text, text)
    walk.fact("and the code", code == one["qr"]["payload"], code)
    place = walk.ask("GET", f"/events/{made['id']}/event.ics")
    walk.fact("no exponent in its place", "GEO:0.00005;32.5881" in lines(place), place)


def calendar(walk):
    """ticket.ics, the feed"""
    jane, bob = walk.token(*JANE), walk.token(*BOB)
    one = bought(walk, JANE, 4, 1)["tickets"][0]
    path, uid = f"/tickets/{one['id']}/ticket.ics", f"event-{event(4)}@eventpass.ug"
    file = walk.eventually("a ticket's calendar file", lambda: walk.ask("GET", path, token=jane), lambda answer: answer.status == 200)
    walk.fact("is a calendar", file.headers["Content-Type"].startswith("text/calendar") and "METHOD:PUBLISH" in lines(file), file)
    entry, public = entries(file)[uid], entries(walk.ask("GET", f"/events/{event(4)}/event.ics"))[uid]
    same = ("UID", "SEQUENCE", "DTSTART", "DTEND", "SUMMARY", "LOCATION", "GEO", "URL", "STATUS")
    pick = lambda rows: [row for row in rows if row.split(":")[0] in same]
    walk.fact("of the same date as the event's", pick(entry) == pick(public), entry, public)
    walk.fact("with an alarm two hours before and the serial", any(row in ("TRIGGER:-PT120M", "TRIGGER:-PT2H") for row in entry)
        and any(row.startswith("DESCRIPTION:") and one["serial"] in row for row in entry), entry)
    walk.expect("not for others", walk.ask("GET", path, token=bob), 404)
    walk.expect("nor for guests", walk.ask("GET", path), 401, action="tickets")
    returned = next(row for row in walk.ask("GET", "/tickets?filter=all&perPage=100", token=walk.token(*ALICE))["data"]
                    if row["event"]["id"] == event(14))
    gone = walk.expect("the file of a ticket that was refunded before the demo began",
                       walk.ask("GET", f"/tickets/{returned['id']}/ticket.ics", token=walk.token(*ALICE)))
    walk.fact("takes the date out", "METHOD:CANCEL" in lines(gone), gone)
    walk.expect("a feed needs an account", walk.ask("POST", "/calendar/feed"), 401)
    address = lambda token: urllib.parse.urlsplit(
        walk.expect("an address for a calendar program", walk.ask("POST", "/calendar/feed", token=token), 201)["url"])
    first, second = address(jane), address(jane)
    walk.fact("below the app's root", second.scheme and second.path.startswith("/t/eventpass/calendar/feed/")
        and second.path.endswith(".ics") and first.path != second.path, first, second)
    walk.expect("the first is dead", walk.ask("GET", first.path, plain=True), 404)
    feed = walk.ask("GET", second.path, plain=True)
    walk.fact("the second needs no token", feed.status == 200 and "METHOD:PUBLISH" in lines(feed), feed)
    walk.fact("and has Jane's ticket with an alarm", "BEGIN:VALARM" in entries(feed)[uid], feed)
    again = walk.ask("GET", second.path, plain=True, headers={"If-None-Match": feed.headers["ETag"]})
    walk.expect("what did not change is 304", again, 304)
    own = entries(walk.ask("GET", address(bob).path, plain=True))
    walk.fact("Bob's has his events without alarms", f"event-{event(1)}@eventpass.ug" in own
        and "BEGIN:VALARM" not in own[f"event-{event(1)}@eventpass.ug"] and f"event-{event(13)}@eventpass.ug" not in own, list(own))
    walk.expect("an address nobody has", walk.ask("GET", second.path[:-8] + "xxxx.ics", plain=True), 404)


def conflicts(walk):
    """POST /calendar/conflicts"""
    jane = walk.token(*JANE)
    ask = lambda **body: walk.ask("POST", "/calendar/conflicts", body, jane)
    mine = walk.ask("GET", f"/events/{event(10)}")
    start, end = walk_time(mine["startDate"]), walk_time(mine["endDate"])
    text = lambda moment: moment.strftime("%Y-%m-%dT%H:%M:%SZ")
    minutes = lambda number: datetime.timedelta(minutes=number)
    rows = lambda answer: [(row["kind"], row["source"], row.get("eventId"), row["overlapMinutes"], row["gapMinutes"])
                           for row in answer["conflicts"]]
    walk.fact("an event does not conflict with itself", event(10) not in [row[2] for row in rows(ask(eventId=event(10)))])
    for shift, length, expected in ((0, end - start, ("exact", 150, 0)), (30, end - start, ("partial", 120, 0)),
                                    (150, minutes(60), ("adjacent", 0, 0)), (180, minutes(60), ("adjacent", 0, 30))):
        begin = start + minutes(shift)
        found = [row for row in rows(ask(start=text(begin), end=text(begin + length))) if row[2] == event(10)]
        walk.fact(f"{shift} minutes later it is {expected[0]}", found == [(expected[0], "ticket", event(10), *expected[1:])], found)
    far = start + minutes(180) + datetime.timedelta(seconds=1)
    walk.fact("a second more is nothing", event(10) not in [row[2] for row in rows(ask(start=text(far), end=text(far + minutes(60))))])
    busy = [{"start": text(start), "end": text(end), "title": "Dentist"}, {"start": text(end), "end": text(end + minutes(1))}]
    found = ask(start=text(start), end=text(end), excludeEventId=event(10), busy=busy)
    walk.fact("what the phone has counts, the exact one first", [(row["kind"], row["title"]) for row in found["conflicts"]
        if row["source"] == "device"] == [("exact", "Dentist"), ("adjacent", None)], found)
    walk.expect("neither or both is 422", ask(), 422, errors=["eventId"])
    walk.expect("(both)", ask(eventId=event(1), start=text(start), end=text(end)), 422, errors=["eventId"])
    walk.expect("it ends after it begins", ask(start=text(end), end=text(start)), 422, errors=["end"])
    walk.expect("all that is wrong is named", ask(start="now", end=text(end), busy=[{**busy[0], "end": text(start), "title": "x" * 121}]),
                422, errors=["start", "busy.0.end", "busy.0.title"])
    walk.expect("501 are too many", ask(start=text(start), end=text(end), busy=busy[:1] * 501), 422, errors=["busy"])
    walk.expect("an unknown event", ask(eventId="nothing"), 404)
    walk.expect("a draft of somebody else", ask(eventId=event(13)), 404)
    walk.expect("guests sign in", walk.ask("POST", "/calendar/conflicts", {}), 401, action="tickets")


PARTS = [paper, strange_words, calendar, conflicts]
