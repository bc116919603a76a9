#!/usr/bin/env python3
"""A sixth app by a newcomer: the tenant file of docs/tenants.md is taken as it stands there, checked, applied to a
running platform and used over HTTP until a ticket is sold. Nothing is known of the platform but that document and the
routes it leads to."""

import datetime, http.client, json, pathlib, re, subprocess, sys, tempfile, time

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(FOLDER / "support")]
import walk
from walk import souk_platform

GUIDE = souk_platform.ROOT / "docs" / "tenants.md"
PASSWORD = "kino-am-eck-31"


def tool(app, *arguments):
    return subprocess.run(
        [souk_platform.programs() / "souk", *arguments], cwd=souk_platform.ROOT, env=app.platform.environment, capture_output=True,
        text=True
    )


def page(app, path):
    connection = http.client.HTTPConnection("127.0.0.1", app.platform.port, timeout=60)
    connection.request("GET", path)
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, text


def made(app):
    """The file of the document becomes an app"""
    text = re.search(r"```yaml\n(.*?)```", GUIDE.read_text(), re.S).group(1)
    app.fact("the document has a whole file", text.startswith("tenant: kino\n"), text)
    status, apps = page(app, "/")
    app.fact("the platform's first page knows other apps", status == 200 and "/t/quartier/docs" in apps and "kino" not in apps, apps)
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "kino.yml")
        file.write_text(text.replace("moderate: 1500", "moderate: 15"))
        wrong = tool(app, "tenant", "check", str(file))
        line = text[: text.index("moderate")].count("\n") + 1
        app.fact("a mistake is shown with its line", wrong.returncode != 0
            and f"kino.yml:{line}: settings.catalog.priceBands" in wrong.stdout + wrong.stderr, wrong)
        file.write_text(text)
        for step in ("check", "apply"):
            run = tool(app, "tenant", step, str(file))
            app.fact(f"souk tenant {step}", run.returncode == 0, run)
    app.base = "/t/kino/api/v1"
    app.eventually("the app answers", lambda: app.ask("GET", "/config"), lambda answer: answer.status == 200
        and answer["currency"] == "EUR")
    status, apps = page(app, "/")
    app.fact("the first page leads to its routes", status == 200 and '<a href="/t/kino/docs">' in apps and "Kino am Eck" in apps, apps)
    status, routes = page(app, "/t/kino/docs")
    app.fact("which are listed there",
             status == 200 and all(route in routes for route in ("/api/v1/events", "/api/v1/orders", "/api/v1/tickets")), routes[:2000])


def say(app, path, body=None, token=None):
    """A command. A busy machine answers 202: then the answer is what becomes of the operation."""
    answer = app.ask("POST", path, body, token)
    deadline = time.monotonic() + 60
    while answer.status == 202 and time.monotonic() < deadline:
        time.sleep(0.2)
        operation = app.ask("GET", answer.headers["Location"], token=token)
        if operation.get("status") in ("succeeded", "failed"):
            made = operation["response"]
            return walk.Answer(answer.request, made["status"], made["headers"], json.dumps(made["body"]).encode())
    return answer


def register(app, name, **more):
    body = {"name": name, "email": f"{name.split()[0].lower()}@kino.example", "password": PASSWORD, **more}
    return app.expect(f"{name} registers", say(app, "/auth/register", body), 201, fields=["user", "token"])["token"]


def sold(app):
    """From an empty app to a sold ticket"""
    # A service that has not set up the app yet says so with 503.
    app.eventually("sign-in is there", lambda: app.ask("POST", "/auth/login", {"email": "nobody@kino.example", "password": PASSWORD}),
                   lambda answer: answer.status == 401)
    organizer = register(app, "Olga Kino", role="organizer")
    visitor = register(app, "Vera Gast")
    start = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=5)
    at = lambda hours: (start + datetime.timedelta(hours=hours)).strftime("%Y-%m-%dT%H:%M:%SZ")
    event = {
        "title": "Metropolis",
        "description": "Fritz Lang, 1927, with live music.",
        "category": "film",
        "startDate": at(0),
        "endDate": at(3),
        "venue": {"name": "Kino am Eck", "address": "Eckstraße 1", "city": "Berlin", "latitude": 52.52, "longitude": 13.405},
        "ticketTypes": [{"name": "Seat", "price": {"amount": 1200, "currency": "EUR"}, "quantity": 40}],
        "refundPolicy": {"type": "until", "hoursBefore": 24},
    }
    # The catalog hears of the organizer a moment after she has registered.
    answers = []

    def once():
        if not answers or answers[-1].status == 403:
            answers.append(say(app, "/events", event, organizer))
        return answers[-1]

    draft = app.eventually("the organizer makes an event", once, lambda answer: answer.status == 201)
    app.expect("and publishes it", say(app, f"/events/{draft['id']}/publish", token=organizer), status="published")
    shown = app.eventually("visitors see it", lambda: app.ask("GET", f"/events/{draft['id']}"),
                           lambda answer: answer["status"] == "published")
    seat = shown["ticketTypes"][0]
    items = {"eventId": draft["id"], "items": [{"ticketTypeId": seat["id"], "quantity": 2}]}
    placed = app.expect("one orders two seats", say(app, "/orders", items, visitor), 201, status="awaiting-payment",
                        total={"amount": 2400, "currency": "EUR"})
    app.fact("the order is numbered as the file says", placed["number"].startswith("KE-"), placed)
    card = {"type": "card", "number": "4242424242424242", "expMonth": 12, "expYear": 2030, "cvc": "123"}
    app.expect("pays with a test card", say(app, f"/payments/{placed['payment']['id']}/confirm", {"method": card}, visitor),
               fields=["status"])
    done = app.eventually("the order is completed", lambda: app.ask("GET", f"/orders/{placed['id']}", token=visitor),
                          lambda answer: answer["status"] == "completed", 10)
    app.fact("with two tickets", len(done["tickets"]) == 2, done)
    ticket = app.expect("a ticket is valid", app.ask("GET", f"/tickets/{done['tickets'][0]['id']}", token=visitor), status="valid")
    picture = app.ask("GET", ticket["qr"]["imageUrl"].removeprefix("/api/v1"), token=visitor)
    app.fact("and has its picture", picture.status == 200 and picture.headers["Content-Type"] == "image/png", picture.headers)
    app.fact("two seats are sold", app.ask("GET", f"/events/{draft['id']}")["ticketTypes"][0]["sold"] == 2)


if __name__ == "__main__":
    # Another app is there already: a platform does not start with none.
    sys.exit(walk.Walk("quartier", "/api/v1", seed=False).run([made, sold]))
