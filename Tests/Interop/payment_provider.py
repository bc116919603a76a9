#!/usr/bin/env python3
"""Judges payments by a provider that is a company: tickets are bought from a server in the shape of Stripe's API.
Stripe's own SDK for Python is the judge: it must send the same bytes for every call that the platform made, it reads
the answers, and it signs and checks the events."""
import contextlib, os, pathlib, shutil, sys, tempfile, time, urllib.error, urllib.parse, urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "support"))
import souk_platform

PACKAGES = ["stripe==16.1.0", "PyYAML==6.0.3", "confluent-kafka==2.6.1"]
souk_platform.inside_venv("payment-provider", PACKAGES, __file__)
import confluent_kafka, json, stripe, uuid, yaml
from stripe_peer import StripePeer

BASE = "/t/eventpass/api/v1"
EVENT = "00000000-0000-4000-8000-00000e000001"
ORDER = {"eventId": EVENT, "items": [{"ticketTypeId": "00000000-0000-4000-8000-00000f001001", "quantity": 1}]}
KEY, WEBHOOK_SECRET = "sk_test_judgeOfThePlatform", "whsec_judgeOfThePlatform"


class TenantFile(yaml.SafeLoader):
    """YAML as the platform reads it: `on` is a word."""


TenantFile.yaml_implicit_resolvers = {
    letter: [(tag, pattern) for tag, pattern in found if tag != "tag:yaml.org,2002:bool" or letter in "tTfF"]
    for letter, found in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def wait(what, condition, seconds=60):
    deadline = time.monotonic() + seconds
    while not (answer := condition()):
        assert time.monotonic() < deadline, f"not within {seconds} s: {what}"
        time.sleep(0.05)
    return answer


class Buyer:
    def __init__(self, platform, peer):
        self.platform, self.peer, self.sign_in = platform, peer, None
        self.renew()

    def renew(self):
        self.token = self.login("john@example.com", "password123")
        self.moderator = self.login("moderator@eventpass.ug", "moderator-kampala-7")

    def login(self, email, password):
        status, answer = self.platform.request("POST", BASE + "/auth/login", {"email": email, "password": password})
        assert status == 200, (status, answer)
        return answer["token"]

    def order(self):
        status, order = self.platform.request("POST", BASE + "/orders", ORDER, self.token)
        assert status == 201, (status, order)
        return order["payment"]["id"], order["id"], order["total"]["amount"]

    def confirm(self, payment, method):
        status, answer = self.platform.request("POST", f"{BASE}/payments/{payment}/confirm",
                                               {"method": {"type": "stripe", "token": method}}, self.token)
        assert status == 200 and answer["status"] == "processing", (status, answer)

    def payment(self, payment):
        status, answer = self.platform.request("GET", f"{BASE}/payments/{payment}", token=self.token)
        assert status == 200, (status, answer)
        return answer

    def wait(self, payment, status, seconds=60):
        return wait(f"{payment} is {status}", lambda: (answer := self.payment(payment))["status"] == status and answer, seconds)

    def completed(self, order):
        wait("the order has its ticket",
             lambda: self.platform.request("GET", f"{BASE}/orders/{order}", token=self.token)[1]["status"] == "completed")

    def buy(self, method):
        payment, order, amount = self.order()
        self.confirm(payment, method)
        return payment, order, amount

    def send(self, body, header=None, secret=WEBHOOK_SECRET, timestamp=None):
        """Delivers an event as Stripe does. Answers (status, JSON)."""
        header = header or stripe.WebhookSignature.generate_signature_header(body, secret, timestamp)
        request = urllib.request.Request(f"http://127.0.0.1:{self.platform.port}{BASE}/payment-webhooks/stripe", data=body.encode(),
                                         method="POST", headers={
            "content-type": "application/json; charset=utf-8", "accept": "*/*; q=0.5, application/xml",
            "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
            "stripe-signature": header})
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, json.loads(answer.read())
        except urllib.error.HTTPError as refusal:
            return refusal.code, json.loads(refusal.read())


class Sender:
    """Another service, which asks payments to authorise and to capture: no route does."""

    def __init__(self, platform, buyer):
        self.producer = confluent_kafka.Producer({"bootstrap.servers": platform.servers, "partitioner": "murmur2"})
        status, answer = platform.request("GET", BASE + "/auth/me", token=buyer.token)
        assert status == 200, (status, answer)
        self.user = answer["id"]

    def send(self, kind, **body):
        message = str(uuid.uuid4())
        headers = {"ce_specversion": "1.0", "ce_id": message, "ce_type": f"payments.{kind}.v1", "ce_source": "/judge",
                   "ce_time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "ce_tenant": "eventpass", "ce_correlationid": message,
                   "content-type": "application/json"}
        self.producer.produce("payments-stub.commands", json.dumps(body).encode(), b"eventpass",
                              headers=[(name, value.encode()) for name, value in headers.items()])
        assert self.producer.flush(30) == 0, "the broker takes no message"

    def intent(self, amount):
        payment, order = str(uuid.uuid4()), f"judge/{uuid.uuid4()}"
        self.send("create-intent", paymentId=payment, orderId=order, userId=self.user, amount=amount, currency="UGX",
                  captureMethod="manual")
        return payment, {"paymentId": payment, "orderId": order}

    def capture(self, ids, amount):
        self.send("capture-intent", **ids, amount=amount, currency="UGX")


def judge_captures(buyer, peer, sender):
    """Authorised and captured in part; the answer of a capture is lost; canceled, and released at the company."""
    def authorized():
        payment, ids = sender.intent(50_000)
        wait("payments knows the intent",
             lambda: buyer.platform.request("GET", f"{BASE}/payments/{payment}", token=buyer.token)[0] == 200)
        buyer.confirm(payment, "pm_card_visa")
        answer = buyer.wait(payment, "requires_capture")
        assert (answer["amountAuthorized"], answer["amountCaptured"]) == (50_000, 0), answer
        assert peer.of(payment)["amount_received"] == 0, "nothing has moved"
        return payment, ids

    payment, ids = authorized()
    peer.fail(r"/capture$", 500, "lose")
    for _ in range(2):
        sender.capture(ids, 30_000)
    answer = buyer.wait(payment, "succeeded", 60)
    assert (answer["amountCaptured"], peer.of(payment)["amount_received"]) == (30_000, 3_000_000), answer
    assert len([1 for _, key in peer.effects if payment in key and ":capture:" in key]) == 1, "one capture"
    status, refund = buyer.platform.request("POST", f"{BASE}/payments/{payment}/refunds", {"reason": "Wrong date"}, buyer.moderator)
    assert (status, refund["amount"]) == (201, 30_000), (status, refund)
    buyer.wait(payment, "refunded")

    payment, ids = authorized()
    sender.send("cancel-intent", **ids)
    buyer.wait(payment, "canceled")
    wait("the company released the money", lambda: peer.of(payment)["status"] == "canceled")


def judge_purchases(buyer, peer):
    """Paid at once; declined and paid by another method; amounts in Stripe's units."""
    payment, order, amount = buyer.buy("pm_card_visa")
    assert buyer.wait(payment, "succeeded")["method"]["type"] == "stripe"
    buyer.completed(order)
    intent = peer.of(payment)
    assert (intent["amount"], intent["currency"]) == (amount * 100, "ugx"), intent
    assert intent["metadata"]["souk_order"] == order and intent["metadata"]["souk_tenant"] == "eventpass"
    body = peer.event("Paid", "payment_intent.succeeded", peer.finish(intent["id"]))
    assert buyer.send(body) == (200, {"received": True}), "an event that repeats the answer"

    declined, order, _ = buyer.buy("pm_card_chargeDeclinedInsufficientFunds")
    assert buyer.wait(declined, "failed")["failureCode"] == "insufficient_funds"
    buyer.confirm(declined, "pm_card_visa")
    buyer.wait(declined, "succeeded")
    buyer.completed(order)
    assert peer.of(declined, 2)["id"] != peer.of(declined, 1)["id"]
    return payment


def judge_events(buyer, peer):
    """3-D Secure: the customer goes to the bank, the end comes by a signed event."""
    payment, order, _ = buyer.buy("pm_card_authenticationRequired")
    answer = buyer.wait(payment, "requires_action")
    intent = peer.of(payment)
    assert answer["nextAction"]["type"] == "redirect" and answer["nextAction"]["url"] == intent["next_action"]["redirect_to_url"][
        "url"], answer
    status, refusal = buyer.platform.request("POST", f"{BASE}/payments/{payment}/approve", {}, buyer.token)
    assert status == 409 and refusal["slug"] == "payment-state", "only the bank approves"
    body = peer.event("Secure", "payment_intent.succeeded", peer.finish(intent["id"]))
    good = stripe.WebhookSignature.generate_signature_header(body, WEBHOOK_SECRET)
    assert stripe.Webhook.construct_event(body, good, WEBHOOK_SECRET).data.object.id == intent["id"]
    now = int(time.time())
    refused = {
        "another secret": buyer.send(body, secret="whsec_another"),
        "a changed body": buyer.send(body.replace('"succeeded"', '"canceled"'), header=good),
        "a body that was formatted anew": buyer.send(json.dumps(json.loads(body)), header=good),
        "an old event": buyer.send(body, timestamp=now - 301),
        "an event of the future": buyer.send(body, timestamp=now + 400),
        "another scheme": buyer.send(body, header=good.replace("v1=", "v0=")),
        "no signature": buyer.send(body, header="t=1"),
    }
    for name, (status, answer) in refused.items():
        assert status == 400 and answer["slug"] == "invalid-signature", (name, status, answer)
    # The SDK refuses the same; it looks at the age only backwards.
    for header in (good.replace("v1=", "v0="), stripe.WebhookSignature.generate_signature_header(body, WEBHOOK_SECRET, now - 301)):
        with contextlib.suppress(stripe.SignatureVerificationError):
            stripe.Webhook.construct_event(body, header, WEBHOOK_SECRET)
            raise SystemExit("the SDK takes what the platform refuses")
    assert buyer.payment(payment)["status"] == "requires_action"
    # A secret that is being renewed signs twice; the same event comes three times and counts once.
    old = stripe.WebhookSignature.generate_signature_header(body, "whsec_old", now).split(",")[1]
    renewed = stripe.WebhookSignature.generate_signature_header(body, WEBHOOK_SECRET, now)
    assert buyer.send(body, header=renewed.replace(",v1", "," + old + ",v1")) == (200, {"received": True})
    for _ in range(2):
        assert buyer.send(body) == (200, {"received": True})
    buyer.wait(payment, "succeeded")
    buyer.completed(order)
    assert buyer.send(peer.event("Other", "customer.created", {"id": "cus_1", "object": "customer"}))[0] == 200
    return len(refused)


def judge_faults(buyer, peer):
    """Faults, limits, hanging and lost answers: the same call again under the same key, and one effect."""
    for path, faults in ((r"payment_intents$", [500, 429, "drop", "lose"]), (r"/confirm$", [409, "hang", 503, "lose"])):
        peer.fail(path, *faults)
    payment, order, _ = buyer.buy("pm_card_visa")
    buyer.wait(payment, "succeeded", 180)
    buyer.completed(order)
    intent = peer.of(payment)
    for ending in ("create", "confirm"):
        tries = [request for request in peer.requests if request["headers"].get("idempotency-key", "").endswith(f"{ending}:{payment}:1")]
        # A busy machine may lose one more in time.
        assert len(tries) >= 5 and len({request["body"] for request in tries}) == 1, (ending, len(tries))
    assert len([1 for _, key in peer.effects if payment in key]) == 2, "one announcement, one confirmation"
    assert intent["amount_received"] == intent["amount"]


def judge_refunds(buyer, peer, payment):
    amount = buyer.payment(payment)["amount"]
    peer.fail(r"refunds$", 500, "lose")
    for part in (amount // 2, None):
        body = {"reason": "Wrong date", **({"amount": part} if part else {})}
        status, refund = buyer.platform.request("POST", f"{BASE}/payments/{payment}/refunds", body, buyer.moderator)
        assert status == 201 and refund["status"] == "pending", (status, refund)
        wait("the refund is done", lambda: {item["status"] for item in buyer.payment(payment)["refunds"]} == {"succeeded"}, 60)
    assert buyer.payment(payment)["status"] == "refunded"
    back = [refund["amount"] for refund in peer.refunds.values() if refund["payment_intent"] == peer.of(payment)["id"]]
    assert back == [amount // 2 * 100, (amount - amount // 2) * 100], back


def judge_lost_event(buyer, peer):
    """No event comes: the check at the attempt's deadline asks. A step nobody takes is canceled at the company."""
    lost, order, _ = buyer.buy("pm_slow")
    wait("it is under way", lambda: (intent := peer.of(lost)) and intent["status"] == "processing")
    peer.finish(peer.of(lost)["id"])
    left, _, _ = buyer.buy("pm_card_authenticationRequired")
    buyer.wait(left, "requires_action")
    status, answer = buyer.platform.request("POST", BASE + "/dev/clock", {"advance": "PT15M30S"})
    assert status == 200, (status, answer)
    buyer.renew()
    buyer.wait(lost, "succeeded")
    buyer.completed(order)
    assert buyer.wait(left, "failed")["failureCode"] == "authentication_expired"
    wait("the company heard of it", lambda: peer.of(left)["status"] == "canceled")


def nested(form):
    """`a[b]=c` as the SDK takes it."""
    made = {}
    for name, value in form:
        keys = name.replace("]", "").split("[")
        place = made
        for key in keys[:-1]:
            place = place.setdefault(key, {})
        place[keys[-1]] = value
    return made


def judge_requests(peer, mirror):
    """The SDK makes every call of the platform once more, to a second server: it must send the same."""
    client = stripe.StripeClient(KEY, base_addresses={"api": mirror.address}, max_network_retries=0)
    judged, kinds = 0, set()
    for ours in list(peer.requests):
        parts, form = urllib.parse.urlparse(ours["target"]).path.split("/"), urllib.parse.parse_qsl(ours["body"].decode())
        options = {"idempotency_key": ours["headers"].get("idempotency-key"), "stripe_version": ours["headers"]["stripe-version"]}
        options = {name: value for name, value in options.items() if value}
        last = len(mirror.requests)
        intents, refunds = client.v1.payment_intents, client.v1.refunds
        with contextlib.suppress(stripe.StripeError):  # The mirror knows none of the ids; only the request counts.
            if parts[2:] == ["payment_intents"]:
                intents.create(nested(form), options)
            elif parts[-1] == "confirm":
                intents.confirm(parts[3], nested(form), options)
            elif parts[-1] == "capture":
                intents.capture(parts[3], nested(form), options)
            elif parts[-1] == "cancel":
                intents.cancel(parts[3], nested(form), options)
            elif parts[2] == "payment_intents":
                intents.retrieve(parts[3], {}, options)
            elif parts[2:] == ["refunds"]:
                refunds.create(nested(form), options)
            else:
                refunds.retrieve(parts[3], {}, options)
        theirs = mirror.requests[last]
        kinds.add(parts[-1] if parts[-1] in ("confirm", "capture", "cancel", "payment_intents", "refunds") else "retrieve")
        assert (ours["method"], ours["target"]) == (theirs["method"], theirs["target"]), (ours, theirs)
        for header in ("authorization", "idempotency-key", "stripe-version") + (("content-type",) if ours["method"] == "POST" else ()):
            assert ours["headers"].get(header) == theirs["headers"].get(header), (header, ours, theirs)
        assert sorted(form) == sorted(urllib.parse.parse_qsl(theirs["body"].decode())), (ours["body"], theirs["body"])
        judged += 1
    assert kinds == {"payment_intents", "confirm", "capture", "cancel", "retrieve", "refunds"}, kinds
    # What the server answers is what the SDK reads.
    reader = stripe.StripeClient(KEY, base_addresses={"api": peer.address})
    for intent in peer.intents.values():
        assert reader.v1.payment_intents.retrieve(intent["id"]).status == intent["status"]
    return judged


def judge_secrets(platform):
    """No topic holds a key, or an address or secret with which one could act for the customer."""
    for topic in ["payments-stub." + kind for kind in ("commands", "intake", "events", "queries", "dead-letters")] + ["gateway.replies"]:
        try:
            text = platform.tool("tail", topic, "--from", "beginning", "--no-follow", "--full")
        except Exception:  # A topic without any record may not exist.
            continue
        for secret in (KEY, WEBHOOK_SECRET, "verysecret", "hooks.stripe.example"):
            assert secret not in text, f"{topic} holds {secret}"
    letters = platform.tool("dead-letters", "list", "payments-stub")
    assert "payments." not in letters, letters


def main():
    peer, mirror = StripePeer(souk_platform.free_ports(1), KEY), StripePeer(souk_platform.free_ports(1), KEY)
    with tempfile.TemporaryDirectory() as folder:
        for path in (souk_platform.ROOT / "deploy/tenants").glob("*.yml"):
            shutil.copy(path, folder)
        definition = yaml.load((souk_platform.ROOT / "deploy/tenants/eventpass.yml").read_text(), TenantFile)
        definition["plugins"]["payments-stub"].append("stripe")
        definition["settings"]["payments-stub"]["stripe"] = {
            "secretKey": "stripe-key", "webhookSecret": "stripe-webhook", "returnURL": "https://eventpass.example/paid?from=bank&x=1",
            "endpoint": peer.address,
            "timeoutSeconds": 5}
        pathlib.Path(folder, "eventpass.yml").write_text(yaml.safe_dump(definition, allow_unicode=True, sort_keys=False))
        os.environ["SOUK_PROVIDER_EVENTPASS_STRIPE_KEY"], os.environ["SOUK_PROVIDER_EVENTPASS_STRIPE_WEBHOOK"] = KEY, WEBHOOK_SECRET
        platform = souk_platform.Platform(folder, seed=True)
        try:
            buyer = Buyer(platform, peer)
            paid = judge_purchases(buyer, peer)
            refused = judge_events(buyer, peer)
            judge_faults(buyer, peer)
            judge_refunds(buyer, peer, paid)
            judge_captures(buyer, peer, Sender(platform, buyer))
            judge_lost_event(buyer, peer)
            judged = judge_requests(peer, mirror)
            judge_secrets(platform)
            differing = platform.verify()
            assert not differing, differing
            print(f"payment provider: {len(peer.intents)} payments, {len(peer.refunds)} refunds, {judged} calls as the SDK makes them, "
                  f"{refused} bad signatures refused")
        finally:
            platform.stop()
            peer.stop()
            mirror.stop()


main()
