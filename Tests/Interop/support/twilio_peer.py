"""A server in the shape of Twilio's Messages interface: it keeps every request as it came, and answers as Twilio documents it."""
import base64, http.server, json, threading, urllib.parse

STOPPED = 21610


class TwilioPeer:
    def __init__(self, port, account, key):
        self.sign_in = "Basic " + base64.b64encode(f"{account}:{key}".encode()).decode()
        self.path = f"/2010-04-01/Accounts/{account}/Messages.json"
        self.account, self.requests, self.lock = account, [], threading.Lock()
        peer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("content-length") or 0))
                status, answer = peer.answer(self.path, self.headers, body)
                data = json.dumps(answer).encode()
                self.send_response(status)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self.server.daemon_threads = True
        self.address = f"http://127.0.0.1:{port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()

    def answer(self, path, headers, body):
        form = dict(urllib.parse.parse_qsl(body.decode("ascii"), keep_blank_values=True, strict_parsing=True))
        with self.lock:
            number = len(self.requests) + 1
            self.requests.append({"path": path, "headers": {name.lower(): value for name, value in headers.items()}, "form": form,
                                  "sid": f"SM{number:032x}"})
            sid = self.requests[-1]["sid"]
        if headers.get("authorization") != self.sign_in:
            return 401, {"code": 20003, "message": "Authenticate", "status": 401}
        if path != self.path or set(form) - {"To", "From", "Body", "StatusCallback"} or not {"To", "From", "Body"} <= set(form):
            return 404, {"code": 20404, "message": "Not found", "status": 404}
        return 201, {"sid": sid, "status": "queued", "to": form["To"], "from": form["From"], "body": form["Body"],
                     "account_sid": self.account,
                     "error_code": None, "error_message": None}

    def messages(self, after=0):
        with self.lock:
            return self.requests[after:]
