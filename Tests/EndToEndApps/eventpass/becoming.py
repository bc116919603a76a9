"""Walkthrough 5: becoming an organizer; documents, decisions, suspension."""
import re, time, uuid
from people import *

PASSWORD = "Nakasero-hill-42"
STEPS = ["profile", "identity", "contact", "payout", "terms"]
ACCOUNT = "90300" + str(uuid.uuid4().int % 10**8).zfill(8)


def document(last="K"):
    """A number nobody has sent yet; its last letter tells the sandbox what to find."""
    middle = "".join("0123456789ABCDEFGHJKLMNPQRSTUVWX"[uuid.uuid4().int >> shift & 31] for shift in range(0, 45, 5))
    return "CM90" + middle + last


def stranger(walk, **more):
    body = {"name": "Grace Nambi", "email": f"grace{uuid.uuid4().hex[:10]}@example.com", "password": PASSWORD, **more}
    answer = walk.expect("a stranger registers", walk.ask("POST", "/auth/register", body), 201)
    return body["email"], answer["token"], answer["user"]


def verify_email(walk, email, token):
    walk.expect("a code is sent", walk.ask("POST", "/auth/verify/email/request", token=token), 202)
    deadline = time.monotonic() + 60
    found = []
    while not found and time.monotonic() < deadline:
        texts = [message["text"] for message in walk.ask("GET", f"/dev/outbox?channel=email&to={email}")["data"]]
        found = [code for text in texts for code in re.findall(r"(?<!\d)\d{6}(?!\d)", text)]
    walk.expect("and proves the address", walk.ask("POST", "/auth/verify/email", {"code": found[0]}, token), emailVerified=True)


def steps(walk, token, number):
    path = "/organizer-application"
    walk.expect("a profile", walk.ask("PUT", path + "/profile", {
        "organizationName": "Grace Live", "bio": "Concerts and fairs in Kampala since 2015."}, token), fields=["status", "steps"])
    sent = walk.expect("a document", walk.ask("PUT", "/identity-verification", {
        "documentType": "national_id", "documentNumber": number, "fullName": "Grace Nambi"}, token), status="pending", last4=number[-4:])
    walk.fact("whose number is not shown", number not in str(sent.body), sent)
    walk.expect("a contact", walk.ask("PUT", path + "/contact", {
        "email": "live@example.com", "phone": "0772123456", "publicContact": True}, token))
    payout = walk.expect("a payout account", walk.ask("PUT", path + "/payout", {
        "type": "bank", "bankName": "Stanbic", "accountNumber": ACCOUNT, "accountName": "Grace Nambi"}, token))
    walk.fact("of which four digits are shown", ACCOUNT not in str(payout.body) and payout["payout"]["last4"] == ACCOUNT[-4:], payout)
    version = walk.ask("GET", "/config")["legal"]["organizerTerms"]
    walk.expect("old terms are refused", walk.ask("PUT", path + "/terms", {"accepted": True, "version": version + "-old"}, token), 409,
                slug="terms-outdated", currentVersion=version)
    walk.expect("terms must be accepted", walk.ask("PUT", path + "/terms", {"accepted": False, "version": version}, token), 422,
                errors=["accepted"])
    return walk.expect("the terms", walk.ask("PUT", path + "/terms", {"accepted": True, "version": version}, token), missing=[])


def told(walk, token, kind):
    walk.eventually(f"the feed has {kind}", lambda: walk.ask("GET", "/notifications", token=token),
                    lambda answer: kind in [row["type"] for row in answer["data"]])


def approval(walk):
    """5. Become an organizer"""
    email, token, user = stranger(walk, role="organizer")
    walk.fact("who asked for a role and has none yet", user["roles"] == ["attendee"] and user["organizerStatus"] == "in-progress", user)
    walk.expect("and makes no events", walk.ask("POST", "/events", {"title": "Mine"}, token), 403, slug="organizer-approval-required",
                next="/organizer-application")
    walk.expect("a guest is asked to sign in", walk.ask("GET", "/organizer-application"), 401, slug="sign-in-required", action="organize")
    walk.expect("who wants the list of them, too", walk.ask("GET", "/organizer-applications"), 401, action="organize")
    early = walk.expect("the application names what is missing", walk.ask("GET", "/organizer-application", token=token),
                        status="in-progress", missing=STEPS)
    walk.fact("in order", [row["key"] for row in early["steps"]] == STEPS and not any(row["done"] for row in early["steps"]), early)
    walk.expect("it is not complete", walk.ask("POST", "/organizer-application/submit", token=token), 409, slug="application-incomplete",
                missing=STEPS)
    walk.expect("no identity yet", walk.ask("GET", "/identity-verification", token=token), status="unverified", last4=None)
    walk.expect("a passport is none of the documents", walk.ask("PUT", "/identity-verification", {
        "documentType": "passport", "documentNumber": "x", "fullName": "G"}, token), 422,
                errors=["documentType", "documentNumber", "fullName"])
    walk.expect("a number has its form", walk.ask("PUT", "/identity-verification", {
        "documentType": "national_id", "documentNumber": "x", "fullName": "G"}, token), 422, errors=["documentNumber", "fullName"])
    walk.expect("all of it is asked for", walk.ask("PUT", "/identity-verification", {}, token), 422,
                errors=["documentType", "documentNumber", "fullName"])
    walk.expect("all that is wrong is named beside a number for a text", walk.ask("PUT", "/identity-verification", {
        "documentType": 5, "fullName": "G"}, token), 422, errors=["documentType", "documentNumber", "fullName"])
    for step, body, failing in (
            ("profile", {"organizationName": "G", "bio": "Short", "website": "http://example.com"}, ["organizationName", "bio", "website"]),
            ("contact", {"email": "nobody"}, ["email", "phone"]),
            ("contact", {"email": "nobody", "publicContact": "yes"}, ["email", "phone", "publicContact"]),
            ("terms", {"accepted": False}, ["accepted", "version"]),
            ("payout", {"type": "mtn_momo"}, ["phone", "accountName"]), ("payout", {}, ["type", "accountName"]),
            ("payout", {"type": "paypal", "accountName": "G"}, ["type", "accountName"]),
            ("payout", {"type": "bank", "accountNumber": "12a", "accountName": "G"}, ["accountNumber", "bankName", "accountName"])):
        walk.expect(f"every wrong field of {step} is named", walk.ask("PUT", f"/organizer-application/{step}", body, token), 422,
                    errors=failing)
    number = document()
    steps(walk, token, number)
    walk.expect("a second document waits for the first", walk.ask("PUT", "/identity-verification", {
        "documentType": "national_id", "documentNumber": number, "fullName": "Grace Nambi"}, token), 409)
    walk.expect("nobody knows the address yet", walk.ask("POST", "/organizer-application/submit", token=token), 409,
                slug="contact-not-verified")
    verify_email(walk, email, token)
    submitted = walk.expect("it is submitted", walk.ask("POST", "/organizer-application/submit", token=token), status="in-review")
    walk.fact("without a decision", "decision" not in submitted.body and submitted["submittedAt"], submitted)
    walk.advance(advance="PT6S")
    approved = walk.eventually("seconds later it is approved", lambda: walk.ask("GET", "/organizer-application", token=token),
                               lambda answer: answer["status"] == "approved")
    walk.fact("by the rule", approved["decision"]["reason"] == "identity-verified" and approved["approvedAt"], approved)
    me = walk.expect("the account says so", walk.ask("GET", "/auth/me", token=token), identityStatus="verified",
                     organizerStatus="approved")
    walk.fact("with the role", "organizer" in me["roles"], me)
    told(walk, token, "organizer-application-decided")
    told(walk, token, "identity-decided")
    fresh = walk.token(email, PASSWORD)
    made = walk.expect("an event is made with a new token", walk.ask("POST", "/events", {"title": "First"}, fresh), 201, status="draft")
    walk.eventually("payments knows where the money goes", lambda: walk.ask("GET", "/organizer/payout-account", token=fresh),
                    lambda answer: answer.status == 200 and answer["last4"] == ACCOUNT[-4:])
    shown = walk.eventually("people find the organizer", lambda: walk.ask("GET", f"/organizers/{user['id']}"),
                            lambda answer: answer.status == 200 and answer["verified"])
    walk.fact("as the application says", shown["name"] == "Grace Live" and shown["contact"]["email"] == "live@example.com", shown)
    walk.expect("the identity is final", walk.ask("PUT", "/identity-verification", {
        "documentType": "national_id", "documentNumber": number, "fullName": "Grace Nambi"}, token), 409, slug="already-verified")
    birth = walk.expect("a date of birth may be said once", walk.ask("PUT", "/auth/profile", {"dateOfBirth": "1990-02-03"}, token),
                        dateOfBirth="1990-02-03")
    walk.fact("of this person", birth["id"] == user["id"], birth)
    walk.expect("and no more", walk.ask("PUT", "/auth/profile", {"dateOfBirth": "1991-02-03"}, token), 409, slug="date-of-birth-locked")
    _, other, _ = stranger(walk)
    walk.expect("somebody else sends the same document", walk.ask("PUT", "/identity-verification", {
        "documentType": "national_id", "documentNumber": number, "fullName": "Somebody Else"}, other), status="pending")
    walk.advance(advance="PT6S")
    walk.eventually("which is in use", lambda: walk.ask("GET", "/identity-verification", token=other),
                    lambda answer: answer["status"] == "rejected" and answer["reason"] == "identity-in-use")
    suspension(walk, fresh, user["id"], made["id"])


def suspension(walk, token, user, draft):
    moderator = walk.token(*MODERATOR)
    path = f"/organizer-applications/{user}/decision"
    walk.expect("only moderators decide", walk.ask("POST", path, {"decision": "suspend", "reason": "Just so."}, token), 403,
                slug="role-required", requiredRole="moderator")
    walk.expect("with a reason", walk.ask("POST", path, {"decision": "suspend"}, moderator), 422, errors=["reason"])
    walk.expect("of somebody", walk.ask("POST", f"/organizer-applications/{uuid.uuid4()}/decision",
                                        {"decision": "suspend", "reason": "Just so."}, moderator), 404)
    walk.expect("what is possible", walk.ask("POST", path, {"decision": "approve", "reason": "Just so."}, moderator), 409,
                slug="application-state")
    walk.expect("the organizer is suspended", walk.ask("POST", path, {"decision": "suspend", "reason": "Tickets sold twice."}, moderator),
                status="suspended", userId=user)
    walk.eventually("edits no event", lambda: walk.ask("PATCH", f"/events/{draft}", {"title": "First"}, token),
                    lambda answer: answer.status == 403 and answer.slug == "organizer-suspended")
    walk.expect("makes none", walk.ask("POST", "/events", {"title": "More"}, token), 403, slug="organizer-suspended")
    walk.expect("reads them", walk.ask("GET", f"/events/{draft}", token=token), title="First")
    walk.eventually("takes no money out", lambda: walk.ask("POST", "/wallet/withdrawals", {"amount": ugx(5000)}, token),
                    lambda answer: answer.slug == "organizer-suspended" and answer.status == 403)
    walk.expect("nor moves it", walk.ask("PUT", "/organizer/payout-account", {
        "type": "mtn_momo", "phone": "+256770000000", "accountName": "Grace"}, token), 403, slug="organizer-suspended")
    walk.expect("and changes no step", walk.ask("PUT", "/organizer-application/contact", {
        "email": "live@example.com", "phone": "0772123456"}, token), 409, slug="application-state")
    walk.expect("until a moderator says otherwise", walk.ask("POST", path, {"decision": "reinstate", "reason": "It was a mistake."},
                                                             moderator), status="approved")
    walk.eventually("then edits", lambda: walk.ask("PATCH", f"/events/{draft}", {"title": "Changed"}, token),
                    lambda answer: answer.status == 200)
    walk.expect("and deletes", walk.ask("DELETE", f"/events/{draft}", token=token))


def rejection(walk):
    """5. A document that is none; a moderator's decision"""
    moderator = walk.token(*MODERATOR)
    email, token, user = stranger(walk, role="organizer")
    verify_email(walk, email, token)
    steps(walk, token, document("Z"))
    walk.expect("it is submitted", walk.ask("POST", "/organizer-application/submit", token=token), status="in-review")
    walk.advance(advance="PT6S")
    changes = walk.eventually("it needs changes", lambda: walk.ask("GET", "/organizer-application", token=token),
                              lambda answer: answer["status"] == "needs-changes")
    walk.fact("because of the identity", changes["decision"]["reason"] == "identity-rejected" and changes["missing"] == ["identity"],
              changes)
    walk.expect("as the check says", walk.ask("GET", "/identity-verification", token=token), status="rejected", reason="document-mismatch")
    walk.expect("another document", walk.ask("PUT", "/identity-verification", {
        "documentType": "national_id", "documentNumber": document("Y"), "fullName": "Grace Nambi"}, token), status="pending")
    walk.expect("and again", walk.ask("POST", "/organizer-application/submit", token=token), status="in-review")
    walk.advance(advance="PT1M")
    walk.expect("a moderator must look", walk.ask("GET", "/identity-verification", token=token), status="pending")
    waiting = walk.expect("who finds it", walk.ask("GET", "/organizer-applications?status=in-review&perPage=100", token=moderator))
    mine = [row for row in waiting["data"] if row["userId"] == user["id"]]
    walk.fact("with a name", mine and mine[0]["name"] == "Grace Nambi" and waiting["meta"]["total"] >= 1, waiting)
    walk.expect("by a status that exists", walk.ask("GET", "/organizer-applications?status=lost", token=moderator), 422, errors=["status"])
    decision = f"/identity-verifications/{user['id']}/decision"
    walk.expect("a rejection needs a reason", walk.ask("POST", decision, {"decision": "reject"}, moderator), 422, errors=["reason"])
    walk.expect("not everybody decides", walk.ask("POST", decision, {"decision": "verify"}, token), 403, slug="role-required")
    walk.expect("a moderator does", walk.ask("POST", decision, {"decision": "verify"}, moderator), status="verified", userId=user["id"])
    walk.expect("once", walk.ask("POST", decision, {"decision": "verify"}, moderator), 409, slug="identity-state")
    walk.eventually("and the rule follows", lambda: walk.ask("GET", "/organizer-application", token=token),
                    lambda answer: answer["status"] == "approved")


PARTS = [approval, rejection]
