"""A server in the shape of Stripe's API, as far as payments need it: payment intents, refunds, idempotency keys, faults
on request, signed events. It keeps every request as it came, so that a judge can compare it with what Stripe's own SDK
would have sent."""
import http.server, json, re, threading, time, urllib.parse, urllib.request

INTENT_PARAMS = {"amount", "currency", "payment_method", "automatic_payment_methods[enabled]", "capture_method",
                 "payment_method_options[card][request_overcapture]"}
ALLOWED = {
    r"/v1/payment_intents$": INTENT_PARAMS,
    r"/v1/payment_intents/[^/]+/confirm$": {"payment_method", "return_url"},
    r"/v1/payment_intents/[^/]+/capture$": {"amount_to_capture"},
    r"/v1/payment_intents/[^/]+/cancel$": {"cancellation_reason"},
    r"/v1/refunds$": {"payment_intent", "amount"},
}


class Refused(Exception):
    def __init__(self, status, code, **more):
        self.status, self.body = status, {"error": {"type": "card_error" if status == 402 else "invalid_request_error", "code": code,
                                                    "message": code, **more}}


class StripePeer:
    def __init__(self, port, key):
        self.key, self.lock = key, threading.RLock()
        self.requests, self.intents, self.refunds, self.answers, self.faults, self.effects = [], {}, {}, {}, [], []
        self.hanging = threading.Event()
        peer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_any(self):
                body = self.rfile.read(int(self.headers.get("content-length") or 0))
                status, headers, answer = peer.serve(self.command, self.path, self.headers, body)
                if status is None:
                    self.close_connection = True
                    return
                data = json.dumps(answer).encode()
                try:
                    self.send_response(status)
                    for name, value in {"content-type": "application/json", "content-length": str(len(data)), **headers}.items():
                        self.send_header(name, value)
                    self.end_headers()
                    self.wfile.write(data)
                except OSError:
                    self.close_connection = True  # The client has given up.

            do_GET = do_POST = do_DELETE = handle_any

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self.server.daemon_threads = True
        self.address = f"http://127.0.0.1:{port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.hanging.set()
        self.server.shutdown()

    def fail(self, path, *faults):
        """The next requests whose path matches fail so: a status, `hang`, `drop` (nothing happens), `lose` (it happens,
        the answer is lost)."""
        with self.lock:
            self.faults += [(re.compile(path), fault) for fault in faults]

    def serve(self, method, target, headers, body):
        path = urllib.parse.urlparse(target).path
        with self.lock:
            self.requests.append({"method": method, "target": target, "headers": {name.lower(): value for name, value in headers.items()},
                                  "body": body})
            fault = next((entry for entry in self.faults if entry[0].search(path)), None)
            if fault:
                self.faults.remove(fault)
        if fault and fault[1] in ("hang", "drop"):
            if fault[1] == "hang":
                self.hanging.wait(30)
            return None, {}, None
        if fault and isinstance(fault[1], int):
            more = {"retry-after": "1"} if fault[1] == 429 else {}
            return fault[1], more, {"error": {"type": "api_error", "code": {429: "rate_limit", 409: "idempotency_key_in_use"}
                .get(fault[1], "api_error"), "message": "on request"}}
        try:
            status, answer = 200, self.answer(method, path, target, headers, body)
        except Refused as refused:
            status, answer = refused.status, refused.body
        return (None, {}, None) if fault else (status, {}, answer)

    def answer(self, method, path, target, headers, body):
        if headers.get("authorization") != f"Bearer {self.key}":
            raise Refused(401, "invalid_api_key")
        if not headers.get("stripe-version"):
            raise Refused(400, "no_version")
        with self.lock:
            if method == "GET":
                return self.read(path, target)
            if headers.get_content_type() != "application/x-www-form-urlencoded":
                raise Refused(400, "not_a_form")
            form = dict(urllib.parse.parse_qsl(body.decode("ascii"), keep_blank_values=True, strict_parsing=True))
            allowed = next((names for pattern, names in ALLOWED.items() if re.match(pattern, path)), None)
            if allowed is None:
                raise Refused(404, "unknown_path")
            unknown = [name for name in form if name not in allowed and not name.startswith("metadata[")]
            if unknown:
                raise Refused(400, "parameter_unknown", param=unknown[0])
            key = headers.get("idempotency-key")
            if not key or len(key) > 255:
                raise Refused(400, "no_idempotency_key")
            if key in self.answers:
                before, known = self.answers[key]
                if before != (path, form):
                    raise Refused(400, "idempotency_error")
                if isinstance(known, Refused):
                    raise known
                return known
            self.effects.append((path, key))
            try:
                outcome = json.loads(json.dumps(self.change(path, form)))
            except Refused as refused:
                outcome = refused
            self.answers[key] = ((path, form), outcome)
            if isinstance(outcome, Refused):
                raise outcome
            return outcome

    def read(self, path, target):
        if path == "/v1/refunds":
            intent = urllib.parse.parse_qs(urllib.parse.urlparse(target).query).get("payment_intent", [""])[0]
            return {"object": "list", "url": path, "has_more": False,
                    "data": [refund for refund in self.refunds.values() if refund["payment_intent"] == intent]}
        found = self.intents.get(path.rsplit("/", 1)[1]) or self.refunds.get(path.rsplit("/", 1)[1])
        if not found:
            raise Refused(404, "resource_missing")
        return found

    def change(self, path, form):
        parts = path.split("/")
        if path == "/v1/payment_intents":
            if not form["amount"].isdigit() or int(form["amount"]) < 1 or form["currency"] != form["currency"].lower():
                raise Refused(400, "parameter_invalid_integer")
            # https://docs.stripe.com/currencies: hundredths that must be 00.
            if form["currency"] in ("ugx", "isk") and int(form["amount"]) % 100:
                raise Refused(400, "invalid_charge_amount_no_decimal_compatible")
            number = len(self.intents) + 1
            metadata = {name[9:-1]: value for name, value in form.items() if name.startswith("metadata[")}
            self.intents[f"pi_judge{number}"] = intent = {
                "id": f"pi_judge{number}", "object": "payment_intent", "amount": int(form["amount"]), "amount_received": 0,
                "currency": form["currency"],
                "client_secret": f"pi_judge{number}_secret_verysecret", "status": "requires_confirmation",
                "payment_method": form["payment_method"], "capture_method": form.get("capture_method", "automatic"), "amount_capturable": 0,
                "metadata": metadata, "livemode": False, "next_action": None, "last_payment_error": None, "created": int(time.time()),
            }
            return intent
        if parts[2] == "payment_intents":
            intent = self.intents.get(parts[3])
            if not intent:
                raise Refused(404, "resource_missing")
            return {"confirm": self.confirm, "capture": self.capture, "cancel": self.cancel}[parts[4]](intent, form)
        intent = self.intents.get(form["payment_intent"])
        if not intent or intent["status"] != "succeeded":
            raise Refused(400, "payment_intent_unexpected_state")
        done = sum(refund["amount"] for refund in self.refunds.values() if refund["payment_intent"] == intent["id"])
        if int(form["amount"]) + done > intent["amount_received"]:
            raise Refused(400, "charge_already_refunded")
        number = len(self.refunds) + 1
        metadata = {name[9:-1]: value for name, value in form.items() if name.startswith("metadata[")}
        self.refunds[f"re_judge{number}"] = refund = {
            "id": f"re_judge{number}", "object": "refund", "amount": int(form["amount"]), "currency": intent["currency"],
            "payment_intent": intent["id"],
            "status": "succeeded", "metadata": metadata, "failure_reason": None,
        }
        return refund

    def confirm(self, intent, form):
        if intent["status"] not in ("requires_confirmation", "requires_payment_method"):
            raise Refused(400, "payment_intent_unexpected_state", payment_intent=intent)
        method = form.get("payment_method", intent["payment_method"])
        if method == "pm_card_chargeDeclinedInsufficientFunds":
            intent["status"], intent["last_payment_error"] = "requires_payment_method", {"code": "card_declined",
                "decline_code": "insufficient_funds"}
            raise Refused(402, "card_declined", decline_code="insufficient_funds", payment_intent=dict(intent))
        if method == "pm_card_authenticationRequired":
            query = urllib.parse.urlencode({"payment_intent": intent["id"], "payment_intent_client_secret": intent["client_secret"]})
            address = f"https://hooks.stripe.example/3d_secure_2/hosted?{query}"
            intent["status"], intent["next_action"] = "requires_action", {"type": "redirect_to_url",
                "redirect_to_url": {"url": address, "return_url": form["return_url"]}}
        elif method == "pm_slow":
            intent["status"] = "processing"
        elif intent["capture_method"] == "manual":
            intent["status"], intent["amount_capturable"] = "requires_capture", intent["amount"]
        else:
            self.finish(intent["id"])
        return intent

    def capture(self, intent, form):
        """Takes a part of what is authorised; the rest is released at once. https://docs.stripe.com/payments/place-a-hold"""
        if intent["status"] != "requires_capture":
            raise Refused(400, "payment_intent_unexpected_state", payment_intent=intent)
        amount = int(form["amount_to_capture"])
        if not 1 <= amount <= intent["amount_capturable"]:
            raise Refused(400, "amount_too_large", payment_intent=intent)
        intent["status"], intent["amount_received"], intent["amount_capturable"] = "succeeded", amount, 0
        return intent

    def cancel(self, intent, _form):
        if intent["status"] in ("succeeded", "processing"):
            raise Refused(400, "payment_intent_unexpected_state", payment_intent=intent)
        intent["status"], intent["amount_capturable"] = "canceled", 0
        return intent

    def finish(self, intent_id):
        """The money is there."""
        with self.lock:
            intent = self.intents[intent_id]
            intent["status"], intent["amount_received"], intent["next_action"] = "succeeded", intent["amount"], None
            return dict(intent)

    def event(self, number, kind, thing):
        """The body of an event, as Stripe writes it: indented, keys in its own order."""
        return json.dumps({"id": f"evt_judge{number}", "object": "event", "api_version": "2024-06-20", "created": int(time.time()),
                           "data": {"object": thing},
                           "livemode": False, "pending_webhooks": 1, "request": {"id": None, "idempotency_key": None}, "type": kind},
                           indent=2)

    def of(self, payment_id, attempt=1):
        """The intent of one of the platform's attempts."""
        with self.lock:
            found = [intent for intent in self.intents.values() if intent["metadata"].get("souk_payment") == payment_id
                and intent["metadata"].get("souk_attempt") == str(attempt)]
        assert len(found) <= 1, found
        return found[0] if found else None
