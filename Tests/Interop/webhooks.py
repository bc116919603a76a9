#!/usr/bin/env python3
"""Judges the events that a platform sends to addresses of a tenant's own. The judge is the reference library of Standard
Webhooks: it checks every signature over the bytes that came. Receivers hang, redirect, drop the connection, answer 410, 500
and 503 with Retry-After; retries follow the tenant's virtual clock, timestamps the real one."""
import pathlib, shutil, socket, sys, tempfile, time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "support"))
import souk_platform

souk_platform.inside_venv("webhooks", ["standardwebhooks==1.0.0"], __file__)
import json
from standardwebhooks.webhooks import Webhook, WebhookVerificationError
from webhook_receiver import Receiver

BASE = "/t/eventpass/api/v1"
ORDER = {"eventId": "00000000-0000-4000-8000-00000e000001",
         "items": [{"ticketTypeId": "00000000-0000-4000-8000-00000f001001", "quantity": 1}]}
PAID, STARTED, REFUNDED = "payments.payment-succeeded.v1", "payments.payment-started.v1", "payments.refund-succeeded.v1"
CARD = {"type": "card", "number": "4242424242424242", "expMonth": 12, "expYear": 2031, "cvc": "123"}


def wait(what, condition, seconds=60):
    deadline = time.monotonic() + seconds
    while not (answer := condition()):
        assert time.monotonic() < deadline, f"not within {seconds} s: {what}"
        time.sleep(0.05)
    return answer


def stays(what, condition, seconds=2):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        assert condition(), f"not any more: {what}"
        time.sleep(0.1)


class App:
    def __init__(self, platform):
        self.platform = platform
        self.john = self.login("john@example.com", "password123")["token"]
        self.moderator = self.login("moderator@eventpass.ug", "moderator-kampala-7")["token"]
        self.operator = self.login("operator@eventpass.ug", "operator-kampala-9")["token"]
        self.renew(self.login("developer@eventpass.ug", "developer-kampala-8"))

    def renew(self, answer):
        self.developer, self.refresh = answer["token"], answer["refreshToken"]

    def login(self, email, password):
        return self.call("POST", "/auth/login", {"email": email, "password": password}, token=None)

    def call(self, method, path, body=None, token=False, expected=(200, 201, 202, 204), headers=None):
        token = self.developer if token is False else token
        status, answer = self.platform.request(method, BASE + path, body, token, headers)
        assert status in (expected if isinstance(expected, tuple) else (expected,)), (method, path, status, answer)
        return answer

    def register(self, url, events=("*",), **more):
        made = self.call("POST", "/webhooks", dict(url=url, events=list(events), **more), expected=201)
        return made["id"], made["secret"]

    def delete(self, *webhooks):
        for webhook in webhooks:
            self.call("DELETE", f"/webhooks/{webhook}", expected=204)

    def test(self, webhook):
        self.call("POST", f"/webhooks/{webhook}/test", expected=202)

    def log(self, webhook, status=None):
        return self.call("GET", f"/webhooks/{webhook}/deliveries" + (f"?status={status}" if status else ""))["data"]

    def advance(self, span):
        """Tokens follow the tenant's clock, so the developer signs in again."""
        status, answer = self.platform.request("POST", BASE + "/dev/clock", {"advance": span})
        assert status == 200, answer
        status, answer = self.platform.request("POST", BASE + "/auth/refresh", {"refreshToken": self.refresh})
        self.renew(answer if status == 200 else self.login("developer@eventpass.ug", "developer-kampala-8"))

    def buy(self):
        order = self.call("POST", "/orders", ORDER, self.john, 201)
        payment = order["payment"]["id"]
        self.call("POST", f"/payments/{payment}/confirm", {"method": CARD}, self.john)
        wait("the payment is done", lambda: self.call("GET", f"/payments/{payment}", token=self.john)["status"] == "succeeded")
        return payment


def check(request, *secrets):
    """The bytes verify by each of the secrets. Answers the JSON."""
    for secret in secrets:
        message = Webhook(secret).verify(request["body"], request["headers"])
    return message


def judge_registration(app, receiver):
    """Rules of the form, the limit, permissions, secrets shown once."""
    for url in ("ftp://example.com/", "https://user@example.com/", "https://example.com/#x", "https://10.0.0.1/", "https://192.168.1.1/",
                "https://169.254.169.254/latest/meta-data", "https://100.64.0.1/", "https://[fd00::1]/", "https://[fe80::1]/",
                "https://0.0.0.0/", "https://[::]/", "https://224.0.0.1/", "https://[ff02::1]/", "https://[::ffff:10.0.0.1]/",
                "https://[64:ff9b::a00:1]/", "https://[2002:a00:1::]/", "https://2130706433/", "https://0x7f000001/", "https://127.1/",
                "https://example.com/" + "a" * 2000, "", "example.com"):
        answer = app.call("POST", "/webhooks", {"url": url, "events": ["*"]}, expected=422)
        assert list(answer["errors"]) == ["url"], (url, answer)
    for events in ([], ["payments.nothing.v1"], ["*", PAID], ["payment-succeeded"]):
        answer = app.call("POST", "/webhooks", {"url": "https://example.com/", "events": events}, expected=422)
        assert list(answer["errors"]) == ["events"], (events, answer)
    answer = app.call("POST", "/webhooks", {"url": "ftp://x", "events": [], "description": "a" * 201}, expected=422)
    assert sorted(answer["errors"]) == ["description", "events", "url"], answer
    app.call("POST", "/webhooks", {"url": "https://example.com/", "events": ["*"]}, token=None, expected=401)
    refused = app.call("GET", "/webhooks", token=app.john, expected=403)
    assert refused["requiredPermission"] == "webhooks:manage", refused
    key = {"Idempotency-Key": "webhook-once"}
    body = {"url": receiver.url("/form"), "events": [PAID], "description": "Bookkeeping"}
    first = app.call("POST", "/webhooks", body, headers=key, expected=201)
    assert app.call("POST", "/webhooks", body, headers=key, expected=201) == first, "a repeated request shows the same secret"
    webhook = first["id"]
    assert first["secret"].startswith("whsec_") and first["enabled"] is True and first["createdAt"]
    shown = app.call("GET", f"/webhooks/{webhook}", token=app.operator)
    assert "secret" not in shown and shown["url"] == body["url"] and shown["events"] == [PAID] and shown["description"] == "Bookkeeping"
    assert app.call("PATCH", f"/webhooks/{webhook}", {"enabled": False})["enabled"] is False
    assert app.call("PATCH", f"/webhooks/{webhook}", {"url": "ftp://x"}, expected=422)["errors"].keys() == {"url"}
    more = [app.register(receiver.url(f"/{n}"))[0] for n in range(9)]
    assert app.call("POST", "/webhooks", {"url": receiver.url("/x"), "events": ["*"]}, expected=409)["slug"] == "webhook-limit"
    page = app.call("GET", "/webhooks?perPage=4&page=3")
    assert page["meta"] == {"page": 3, "perPage": 4, "total": 10, "lastPage": 3} and page["data"][-1]["id"] == webhook, page
    app.delete(webhook, *more)
    app.call("GET", f"/webhooks/{webhook}", expected=404)
    return first["secret"]


def judge_events(app, receiver):
    """A purchase and its refund arrive, signed, as they were at each event; a rotation signs with both secrets."""
    everything, secret = app.register(receiver.url("/all"))
    paid_only, other = app.register(receiver.url("/paid"), [PAID])
    off, _ = app.register(receiver.url("/off"), enabled=False)
    payment = app.buy()
    request = wait("the success", lambda: receiver.of("/paid"))[0]
    message = check(request, other)
    assert request["headers"]["content-type"] == "application/json"
    assert message["type"] == PAID and message["tenant"] == "eventpass" and message["data"]["id"] == payment, message
    assert message["data"]["status"] == "succeeded" and message["data"]["method"]["last4"] == "4242", message
    assert not {"clientSecret", "userId"} & set(message["data"]), message
    for wrong in (secret, "whsec_" + "A" * 43 + "="):
        try:
            Webhook(wrong).verify(request["body"], request["headers"])
            raise SystemExit("another secret verifies")
        except WebhookVerificationError:
            pass
    wait("all events", lambda: {json.loads(r["body"])["type"] for r in receiver.of("/all")} >= {STARTED, PAID})
    started = next(check(r, secret) for r in receiver.of("/all") if STARTED.encode() in r["body"])
    assert started["data"]["status"] == "processing", "the payment as it was at the event"
    same = next(r for r in receiver.of("/all") if PAID.encode() in r["body"])
    assert same["headers"]["webhook-id"] == request["headers"]["webhook-id"] and same["body"] == request["body"], "one message, one id"
    assert receiver.of("/off") == []

    rotated = app.call("POST", f"/webhooks/{everything}/rotate-secret", expected=200)
    app.call("POST", f"/payments/{payment}/refunds", {"reason": "Wrong day"}, app.moderator, 201)
    refund = wait("the refund", lambda: [r for r in receiver.of("/all") if REFUNDED.encode() in r["body"]])[0]
    assert check(refund, rotated["secret"], secret)["data"]["paymentId"] == payment
    first = refund["headers"]["webhook-signature"].split(" ")[0]
    Webhook(rotated["secret"]).verify(refund["body"], dict(refund["headers"], **{"webhook-signature": first}))
    again = app.call("POST", f"/webhooks/{everything}/rotate-secret", expected=200)
    app.test(everything)
    third = wait("a test", lambda: [r for r in receiver.of("/all") if b"webhook.test" in r["body"]])[0]
    check(third, again["secret"], rotated["secret"])
    assert len(third["headers"]["webhook-signature"].split(" ")) == 2, "the oldest secret is dropped"
    app.advance("PT24H")
    app.test(everything)
    fourth = wait("another test", lambda: [r for r in receiver.of("/all") if b"webhook.test" in r["body"]][1:])[0]
    assert check(fourth, again["secret"]) and len(fourth["headers"]["webhook-signature"].split(" ")) == 1
    assert abs(int(fourth["headers"]["webhook-timestamp"]) - time.time()) < 300, "real time"
    clock = app.platform.request("GET", BASE + "/dev/clock")[1]["now"]
    assert json.loads(fourth["body"])["timestamp"][:10] == clock[:10], "the tenant's time"
    app.delete(everything, paid_only, off)
    return [secret, other, rotated["secret"], again["secret"]]


def judge_failures(app, receiver):
    """Retries and their schedule, Retry-After, redirects, dropped connections, 410, resend, the log."""
    receiver.rules["/flaky"] = [500, 500, 200]
    flaky, secret = app.register(receiver.url("/flaky"))
    app.test(flaky)
    entry = wait("the failure in the log", lambda: [e for e in app.log(flaky, "pending") if len(e["attempts"]) == 1])[0]
    assert entry["type"] == "webhook.test" and entry["attempts"][0]["statusCode"] == 500 and entry["attempts"][0]["durationMs"] >= 0
    assert entry["nextAttemptAt"], entry
    app.advance("PT7S")
    wait("the second attempt", lambda: len(receiver.of("/flaky")) == 2)
    wait("the second failure", lambda: len(app.log(flaky)[0]["attempts"]) == 2)
    app.advance("PT4M")
    stays("nothing before its time", lambda: len(receiver.of("/flaky")) == 2, seconds=1)
    app.advance("PT2M")
    wait("the third attempt", lambda: len(receiver.of("/flaky")) == 3)
    entry = wait("the success in the log", lambda: app.log(flaky, "succeeded"))[0]
    assert [a.get("statusCode") for a in entry["attempts"]] == [500, 500, 200] and "nextAttemptAt" not in entry, entry
    came = receiver.of("/flaky")
    assert len({r["headers"]["webhook-id"] for r in came}) == 1 and came[0]["headers"]["webhook-id"] == entry["messageId"]
    assert len({r["body"] for r in came}) == 1 and all(check(r, secret) for r in came)
    app.call("POST", f"/webhooks/{flaky}/deliveries/{entry['id']}/resend", expected=202)
    resent = wait("sent again", lambda: receiver.of("/flaky")[3:])[0]
    assert resent["headers"]["webhook-id"] == entry["messageId"] and check(resent, secret)
    app.call("GET", f"/webhooks/{flaky}/deliveries?status=lost", expected=422)
    app.call("POST", f"/webhooks/{flaky}/deliveries/{'0' * 8}-0000-4000-8000-{'0' * 12}/resend", expected=404)

    receiver.rules["/later"] = lambda handler: handler.answer(503, [("Retry-After", "3600")])
    receiver.rules["/away"] = lambda handler: handler.answer(302, [("Location", receiver.url("/elsewhere"))])
    receiver.rules["/drop"] = receiver.drop
    receiver.rules["/endless"] = receiver.endless
    receiver.rules["/gone"] = 410
    paths = ("/later", "/away", "/drop", "/endless", "/gone")
    hooks = {path: app.register(receiver.url(path))[0] for path in paths}
    for webhook in hooks.values():
        app.test(webhook)
    logs = {path: wait(path, lambda: (e := app.log(hooks[path])[0])["attempts"] and e) for path in paths}
    assert logs["/later"]["attempts"][0]["statusCode"] == 503 and logs["/away"]["attempts"][0]["statusCode"] == 302, logs
    assert logs["/drop"]["attempts"][0]["error"] and "statusCode" not in logs["/drop"]["attempts"][0], logs
    assert logs["/endless"]["status"] == "succeeded", logs
    assert logs["/gone"]["status"] == "failed" and app.call("GET", f"/webhooks/{hooks['/gone']}")["enabled"] is False, logs
    app.advance("PT59M")
    stays("Retry-After is respected", lambda: len(receiver.of("/later")) == 1, seconds=1)
    app.advance("PT2M")
    wait("after Retry-After", lambda: len(receiver.of("/later")) == 2)
    assert receiver.of("/elsewhere") == [], "redirects are never followed"
    app.delete(flaky, *hooks.values())


def judge_places(app, receiver):
    """A receiver that hangs delays no other; names that lead into the network are refused when they are called."""
    receiver.rules["/hang"] = receiver.hang
    hanging, _ = app.register(receiver.url("/hang"))
    good, secret = app.register(receiver.url("/good"))
    for _ in range(20):
        app.test(hanging)
    wait("it hangs", lambda: receiver.of("/hang"))
    for _ in range(20):
        app.test(good)
    wait("the good one has all", lambda: len(receiver.of("/good")) == 20, seconds=120)
    # One after the other, the hanging ones would each have taken their fifteen seconds first.
    assert len(receiver.of("/hang")) < 20, "a hanging receiver delays another"
    assert all(check(r, secret) for r in receiver.of("/good"))
    late = wait("the time is over", lambda: [e for e in app.log(hanging) if e["attempts"]])[0]
    assert late["attempts"][0]["error"] == "timeout" and 14_000 < late["attempts"][0]["durationMs"], late
    app.delete(hanging, good)
    inside = [name for name in {socket.gethostname(), socket.getfqdn()} if any(
        not a[4][0].startswith(("127.", "::1")) and a[4][0].startswith(("10.", "172.", "192.168.", "fd", "fe80"))
        for a in addresses(name)) and not any(a[4][0].startswith(("127.", "::1")) for a in addresses(name))]
    for name in inside:
        webhook, _ = app.register(f"http://{name}:{receiver.port}/inside")
        app.test(webhook)
        entry = wait("refused", lambda: (e := app.log(webhook)[0])["attempts"] and e)
        assert entry["attempts"][0]["error"] == "address-refused" and receiver.of("/inside") == [], entry
        app.delete(webhook)
    if not inside:
        print("(no name of this machine leads to an inner network: that attempt is left to the unit tests)", flush=True)
    insecure, _ = app.register(f"https://127.0.0.1:{receiver.port}/plain")
    app.test(insecure)
    entry = wait("no TLS", lambda: (e := app.log(insecure)[0])["attempts"] and e)
    assert entry["attempts"][0]["error"] and receiver.of("/plain") == [], entry
    app.delete(insecure)


def addresses(name):
    try:
        return socket.getaddrinfo(name, None)
    except OSError:
        return []


def judge_ends(app, receiver):
    """Ten attempts, five days, deletion, thirty days."""
    receiver.rules["/down"] = 500
    down, _ = app.register(receiver.url("/down"))
    app.test(down)
    for number, span in enumerate(("PT6S", "PT6M", "PT33M", "PT2H12M", "PT5H30M", "PT11H", "PT15H24M", "PT22H", "PT26H24M"), 1):
        wait(f"attempt {number}", lambda: len(app.log(down)[0]["attempts"]) == number)
        app.advance(span)
    entry = wait("the end", lambda: (e := app.log(down)[0])["status"] == "failed" and e)
    assert len(entry["attempts"]) == 10 and "nextAttemptAt" not in entry, entry
    assert app.call("GET", f"/webhooks/{down}")["enabled"] is True
    app.advance("P2D")
    wait("five days without success", lambda: app.call("GET", f"/webhooks/{down}")["enabled"] is False)
    app.call("PATCH", f"/webhooks/{down}", {"enabled": True})
    app.test(down)
    wait("it gets messages again", lambda: len(receiver.of("/down")) == 11)
    gone, _ = app.register(receiver.url("/down2"), enabled=True)
    receiver.rules["/down2"] = 500
    app.test(gone)
    wait("it failed", lambda: app.log(gone, "pending") and app.log(gone)[0]["attempts"])
    app.delete(gone)
    app.advance("P31D")
    assert len(receiver.of("/down2")) == 1, "a deleted webhook takes its deliveries along"
    assert app.call("GET", f"/webhooks/{down}/deliveries")["meta"]["total"] == 0, "the log is kept for 30 days"
    app.delete(down)


def main():
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(souk_platform.ROOT / "deploy/tenants/eventpass.yml", folder)
        platform = souk_platform.Platform(folder, seed=True)
    receiver = Receiver()
    try:
        app = App(platform)
        secrets = [judge_registration(app, receiver)] + judge_events(app, receiver)
        judge_failures(app, receiver)
        judge_places(app, receiver)
        judge_ends(app, receiver)
        differ = platform.verify()
        assert not differ, differ
        print(f"webhooks: {len(receiver.came)} messages came, {len(secrets)} secrets verified theirs")
    finally:
        receiver.stop()
        platform.stop()


main()
