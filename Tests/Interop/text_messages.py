#!/usr/bin/env python3
"""Judges text messages by a company that is not ours: a server in the shape of Twilio takes them. Twilio's own SDK for
Python is the judge: it must make the same requests, it reads the answers, and it signs what is reported and
answered."""
import os, pathlib, shutil, sys, tempfile, time, urllib.error, urllib.parse, urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "support"))
import souk_platform

PACKAGES = ["twilio==9.13.0", "PyYAML==6.0.3"]
souk_platform.inside_venv("text-messages", PACKAGES, __file__)
import yaml
from twilio.http import HttpClient
from twilio.http.response import Response
from twilio.request_validator import RequestValidator
from twilio.rest import Client
from twilio_peer import TwilioPeer

ACCOUNT, KEY, FROM = "ACjudgeOfThePlatform", "auth-token-of-the-judge", "+256312000000"
# As Twilio would reach the platform: the address is part of what it signs.
PUBLIC = "https://api.judge.example/t/eventpass/api/v1"
BASE = "/t/eventpass/api/v1"
PHONE = "+256772123456"
VALIDATOR = RequestValidator(KEY)


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


class App:
    def __init__(self, platform, peer):
        self.platform, self.peer, self.told = platform, peer, 0
        status, answer = platform.request("POST", BASE + "/auth/otp/request", {"phone": PHONE})
        assert status == 202, (status, answer)
        text = wait("the code is sent", lambda: peer.messages())[0]["form"]
        code = next(word for word in text["Body"].replace(".", " ").split() if word.isdecimal() and len(word) == 6)
        status, answer = platform.request("POST", BASE + "/auth/otp/verify", {"phone": PHONE, "code": code, "name": "Okot Peter"})
        assert status == 200, (status, answer)
        self.token = answer["token"]

    def tell(self):
        """Has the person told something; answers its channels, as the feed has them."""
        self.told += 1
        status, answer = self.platform.request(
            "POST", BASE + "/dev/notifications", {"type": "security", "dedupeKey": f"judge-{self.told}", "subject": f"judge-{self.told}"},
            self.token)
        assert status == 201, (status, answer)

    def newest(self):
        status, answer = self.platform.request("GET", BASE + "/notifications", token=self.token)
        assert status == 200, (status, answer)
        return {channel["channel"]: channel["state"] for channel in answer["data"][0]["channels"]} if answer["data"] else {}

    def message(self):
        """Has the person told something by SMS; answers the request that the company got."""
        before = len(self.peer.messages())
        self.tell()
        request = wait("the message is sent", lambda: self.peer.messages(before))[0]
        wait("the feed shows it", lambda: self.newest().get("sms") == "sent")
        return request

    def post(self, path, form, signed=None, key=KEY):
        """Posts a form as Twilio does. `signed`: what the signature covers instead: (address, form)."""
        address, fields = signed or (PUBLIC + path, form)
        signature = RequestValidator(key).compute_signature(address, fields)
        return self.send(path, form, signature)

    def send(self, path, form, signature):
        headers = {"content-type": "application/x-www-form-urlencoded; charset=UTF-8", "accept": "*/*", "user-agent": "TwilioProxy/1.1",
                   "i-twilio-idempotency-token": "t"}
        if signature is not None:
            headers["x-twilio-signature"] = signature
        request = urllib.request.Request(f"http://127.0.0.1:{self.platform.port}{BASE}{path}", data=urllib.parse.urlencode(form).encode(),
                                         method="POST", headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status
        except urllib.error.HTTPError as refusal:
            return refusal.code


def report(request, status, **more):
    sid = request["sid"]
    return {"SmsSid": sid, "SmsStatus": status, "MessageStatus": status, "To": request["form"]["To"], "MessageSid": sid,
            "AccountSid": ACCOUNT, "From": FROM,
            "ApiVersion": "2010-04-01", **more}


def path_of(request):
    callback = request["form"]["StatusCallback"]
    assert callback.startswith(PUBLIC + "/sms-webhooks/twilio/reports/"), callback
    return callback[len(PUBLIC):]


def judge_reports(app):
    """Every step, then the end; what comes later changes nothing."""
    request = app.message()
    path = path_of(request)
    for status in ("queued", "sending", "sent", "delivered"):
        assert app.post(path, report(request, status)) == 204, status
    assert app.newest()["sms"] == "delivered"
    for status in ("sent", "undelivered"):
        assert app.post(path, report(request, status, ErrorCode="30005")) == 204
    assert app.newest()["sms"] == "delivered"
    lost = app.message()
    # Some of Twilio's servers sign the address with its port.
    body = report(lost, "undelivered", ErrorCode="30003")
    assert app.post(path_of(lost), body, signed=((PUBLIC + path_of(lost)).replace("judge.example/", "judge.example:443/"), body)) == 204
    assert app.newest()["sms"] == "failed"


def judge_signatures(app):
    """What the SDK refuses is refused, and changes nothing."""
    request, other = app.message(), app.message()
    path, body = path_of(other), report(other, "delivered")
    changed = {**body, "MessageStatus": "failed"}
    wrong = {
        "another key": (path, body, RequestValidator("another").compute_signature(PUBLIC + path, body)),
        "a changed form": (path, changed, VALIDATOR.compute_signature(PUBLIC + path, body)),
        "another field": (path, {**body, "Extra": "1"}, VALIDATOR.compute_signature(PUBLIC + path, body)),
        "the report of another message": (path, body, VALIDATOR.compute_signature(PUBLIC + path_of(request), body)),
        "another host": (path, body, VALIDATOR.compute_signature("https://other.example/t/eventpass/api/v1" + path, body)),
        "http": (path, body, VALIDATOR.compute_signature((PUBLIC + path).replace("https", "http"), body)),
        "no signature": (path, body, ""),
    }
    for name, (place, form, signature) in wrong.items():
        assert not VALIDATOR.validate(PUBLIC + place, form, signature), f"the SDK takes {name}"
        assert app.send(place, form, signature) == 400, name
    assert app.send(path, body, None) == 400, "no header"
    foreign = {**body, "AccountSid": "ACother"}
    assert app.post(path, foreign) == 400, "another account"
    assert app.newest()["sms"] == "sent"
    return len(wrong) + 2


def judge_answers(app):
    """STOP, something else, START, and the same STOP once more."""
    place = "/sms-webhooks/twilio/replies"

    def answer(text, sid, **more):
        return {"MessageSid": sid, "SmsSid": sid, "AccountSid": ACCOUNT, "From": PHONE, "To": FROM, "Body": text, "NumMedia": "0",
                "NumSegments": "1", **more}

    stop = answer("Stop", "SMstop")
    assert app.post(place, stop) == 204
    sent = len(app.peer.messages())
    app.tell()
    assert "sms" not in app.newest() or app.newest()["sms"] == "suppressed", app.newest()
    assert app.post(place, answer("Where is the entrance? ¿Ñ & = +", "SMother")) == 204
    assert app.post(place, answer("Start", "SMstart", OptOutType="START")) == 204
    app.message()
    assert len(app.peer.messages()) == sent + 1, "a message went out after STOP"
    assert app.post(place, stop) == 204
    app.message()


class Forwarding(HttpClient):
    """Sends what the SDK makes to the peer instead of to Twilio."""

    def __init__(self, peer):
        self.peer = peer

    def request(self, method, url, params=None, data=None, headers=None, auth=None, timeout=None, allow_redirects=False):
        import requests
        target = self.peer.address + urllib.parse.urlparse(url).path
        answer = requests.request(method, target, params=params, data=data, headers=headers, auth=auth, timeout=30)
        return Response(answer.status_code, answer.text)


def judge_requests(peer):
    """The SDK sends every message once more: the same form, to the same path, under the same name."""
    ours = peer.messages()
    client = Client(ACCOUNT, KEY, http_client=Forwarding(peer))
    for request in ours:
        form = request["form"]
        made = client.messages.create(to=form["To"], from_=form["From"], body=form["Body"], status_callback=form["StatusCallback"])
        theirs = peer.messages()[-1]
        assert made.sid == theirs["sid"] and made.status == "queued"
        assert (request["path"], request["form"]) == (theirs["path"], theirs["form"]), (request, theirs)
        for header in ("authorization", "content-type"):
            assert request["headers"][header] == theirs["headers"][header], (header, request, theirs)
    return len(ours)


def judge_secrets(platform):
    """No topic holds the key, or what people wrote."""
    for topic in ["notifications." + kind for kind in ("commands", "intake", "events", "dead-letters")] + ["gateway.replies"]:
        try:
            text = platform.tool("tail", topic, "--from", "beginning", "--no-follow", "--full")
        except Exception:  # A topic without any record may not exist.
            continue
        for secret in (KEY, "Where is the entrance"):
            assert secret not in text, f"{topic} holds {secret}"


def main():
    peer = TwilioPeer(souk_platform.free_ports(1), ACCOUNT, KEY)
    with tempfile.TemporaryDirectory() as folder:
        for path in (souk_platform.ROOT / "deploy/tenants").glob("*.yml"):
            shutil.copy(path, folder)
        definition = yaml.load((souk_platform.ROOT / "deploy/tenants/eventpass.yml").read_text(), TenantFile)
        own = definition["settings"]["notifications"]
        own["channels"] = {"sms": {"shape": "twilio", "account": ACCOUNT, "keySecret": "twilio", "from": FROM, "endpoint": peer.address,
                                   "callbackURL": PUBLIC}}
        own["categories"]["critical"]["defaults"].append("sms")
        own["types"]["security"]["channels"] = ["sms"]
        sentence = {"title": "Security of your account", "body": "Somebody signed in.", "why": "You have an account."}
        own["templates"]["security"] = {language: sentence for language in definition["languages"]}
        pathlib.Path(folder, "eventpass.yml").write_text(yaml.safe_dump(definition, allow_unicode=True, sort_keys=False))
        os.environ["SOUK_PROVIDER_EVENTPASS_TWILIO"] = KEY
        platform = souk_platform.Platform(folder, seed=False)
        try:
            app = App(platform, peer)
            judge_reports(app)
            refused = judge_signatures(app)
            judge_answers(app)
            judged = judge_requests(peer)
            judge_secrets(platform)
            differing = platform.verify()
            assert not differing, differing
            print(f"text messages: {judged} requests as the SDK makes them, {refused} bad signatures refused, STOP and START obeyed")
        finally:
            platform.stop()
            peer.stop()


main()
