"""Operators and developers: common §6 and §7."""
import datetime, json, uuid
from accounts import JOHN, registered
from walk import moment


def health(walk):
    """GET /live, /ready, and /metrics on this machine; /status is on the operators' port only (12.D5)"""
    walk.fact("/live", walk.ask("GET", "/live", plain=True).status == 200)
    walk.fact("/ready", walk.ask("GET", "/ready", plain=True).status == 200)
    metrics = walk.ask("GET", "/metrics", plain=True)
    walk.fact("/metrics", metrics.status == 200 and b"# TYPE souk_gateway_request_seconds histogram" in metrics.data, metrics)
    walk.fact("/status is not there", walk.ask("GET", "/status", plain=True).status == 404)


def documents(walk):
    """GET /openapi.json, /docs"""
    document = walk.expect("the API is described", walk.ask("GET", "/openapi.json"), openapi="3.1.0")
    for path in ("/auth/login", "/events", "/orders", "/dev/clock", "/operations/{id}"):
        walk.fact(f"{path} is in it", "/api/v1" + path in document["paths"], list(document["paths"]))
    bare = [(method, path) for path, operations in document["paths"].items() for method,
            operation in operations.items() if not operation.get("responses") or not operation.get("summary")]
    walk.fact("every operation says what it does and answers", not bare, bare)
    page = walk.ask("GET", "/docs")
    walk.fact("/docs is a page with nothing from elsewhere", page.status == 200 and b"<html" in page.data and b'src="http' not in page.data
        and b'<link' not in page.data, page.status)
    walk.fact("each app has its own", "/api/v1/subscriptions" in walk.ask("GET", "/t/peez/api/v1/openapi.json")["paths"])


def clock(walk):
    """GET and POST /dev/clock"""
    before = walk.expect("the clock is read", walk.ask("GET", "/dev/clock"), fields=["now", "offsetSeconds"])
    moved = walk.expect("it goes forward", walk.ask("POST", "/dev/clock", {"advance": "P1DT2H"}), fields=["now", "offsetSeconds"])
    walk.fact("by so much", moved["offsetSeconds"] - before["offsetSeconds"] == 26 * 3600, before, moved)
    walk.expect("never backward", walk.ask("POST", "/dev/clock", {"to": before["now"]}), 422)
    walk.expect("not by a negative time", walk.ask("POST", "/dev/clock", {"advance": "-PT5M"}), 422)
    walk.expect("not by nonsense", walk.ask("POST", "/dev/clock", {"advance": "tomorrow"}), 422)
    walk.expect("nor by nothing", walk.ask("POST", "/dev/clock", {}), 422)
    to = moment(moved["now"]) + datetime.timedelta(hours=1)
    walk.expect("it goes to a time", walk.ask("POST", "/dev/clock", {"to": to.strftime("%Y-%m-%dT%H:%M:%SZ")}))
    walk.sessions.clear()
    made = moment(registered(walk)[1]["user"]["createdAt"])
    after = moment(walk.ask("GET", "/dev/clock")["now"])
    walk.fact("which every service has", to.replace(microsecond=0) <= made <= after, to, made, after)
    theatre = walk.ask("GET", "/t/quartier/api/v1/dev/clock")
    walk.fact("another app has its own", theatre.status == 404 or theatre["offsetSeconds"] == 0, theatre)


def outbox(walk):
    """GET /dev/outbox"""
    body, start = registered(walk)
    walk.ask("POST", "/auth/verify/email/request", token=start["token"])
    answer = walk.eventually("a message is in the outbox", lambda: walk.ask("GET", f"/dev/outbox?channel=email&to={body['email']}&limit=5"),
                             lambda answer: len(answer["data"]) == 1)
    message = answer["data"][0]
    walk.fact("with what a message has", {"id", "channel", "to", "template", "text", "createdAt"} <= set(message)
        and message["channel"] == "email" and message["to"] == body["email"], message)
    walk.expect("a channel that is none is 422", walk.ask("GET", "/dev/outbox?channel=pigeon"), 422, errors=["channel"])
    walk.fact("limit limits", len(walk.ask("GET", "/dev/outbox?limit=1")["data"]) <= 1)


def dead_letters(walk):
    """GET /admin/dead-letters"""
    walk.expect("guests are asked to sign in", walk.ask("GET", "/admin/dead-letters"), 401)
    walk.expect("people may not", walk.ask("GET", "/admin/dead-letters", token=walk.token(*JOHN)), 403)
    token = walk.token("operator@eventpass.ug", "operator-kampala-9")
    walk.expect("an operator may", walk.ask("GET", "/admin/dead-letters", token=token), fields=["data"])
    walk.expect("one that is none is 404", walk.ask("POST", f"/admin/dead-letters/{uuid.uuid4()}/replay", token=token), 404)


PARTS = [health, documents, clock, outbox, dead_letters]
