#!/usr/bin/env python3
"""Attacks every route of every app like a malicious user or a broken client: integers at their limits, numbers that no
computer can hold, a megabyte of text, deep nesting, NUL, lone surrogates, long lists, every header the platform reads,
ranges of every file. Whatever is sent, every process must keep running, no answer may be a 500, none may hang, and
nothing may become a dead letter.

The apps' own OpenAPI documents determine the requests: the attack sets each field of each body and query to the
extremes of its type and keeps the others plausible, so that the extremes reach the handlers. `--seconds` limits the
whole attack; the first rounds contain what has found most faults. `--seed` changes the random choices. First it attacks
a small server that has the fault it was written for, and reports if it does not find that (`--check-itself`: only
this). A long run: `python3 Tests/Interop/hostile_input.py --seconds 600 --seed 2`."""
import argparse, concurrent.futures, http.client, json, os, pathlib, random, re, shutil, socket, subprocess, sys
import tempfile, threading, time, urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "support"))
import souk_platform

INT_MAX, INT_MIN = 2 ** 63 - 1, -(2 ** 63)
MEGABYTE = 1_000_000
# These end the attacker's session or account, take its roles away, or move time past its token: they come last.
LAST = ("/auth/logout", "/auth/me", "/auth/sessions", "/auth/password/reset", "/roles", "/dev/clock", "/sessions")
STREAMS = ("/ws", "/stream")
# Downloads under keys that only a guest's booking gives out, and of pictures that a driver takes at the car: the walk of
# AutoFill asks for their ranges.
ELSEWHERE = {"scheduling.read-customer-photo-part.v1", "scheduling.read-link-photo-part.v1", "orders.read-delivery-photo.v1"}

# common.md 1: the gateway answers a larger body with 413.
BODY_BYTES_MAX = 1 << 20


class Raw(str):
    """JSON text that no JSON library would produce."""


def encode(value):
    """JSON with `Raw` values inserted verbatim."""
    if isinstance(value, Raw):
        return str(value)
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(key)}:{encode(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(encode(item) for item in value) + "]"
    return json.dumps(value, ensure_ascii=False)


FORM = "application/x-www-form-urlencoded"


def encode_form(value):
    """The fields of a page's form. What is no text is written as JSON writes it, what is no object is no form."""
    if not isinstance(value, dict):
        return encode(value)
    texts = [(key, item if isinstance(item, str) else encode(item)) for key, item in value.items()]
    return "&".join(f"{quoted(key)}={quoted(text)}" for key, text in texts)


def quoted(text):
    return urllib.parse.quote(text.encode("utf-8", "surrogatepass"), safe="")


NUMBERS = [Raw(str(INT_MAX)), Raw(str(INT_MIN)), Raw("-0"), -1, 0, Raw(str(INT_MAX + 1)), Raw("1e308"), Raw("-1e308"), Raw("1e309"),
           Raw("5e-324"), Raw("1.5"),
           Raw("9" * 400), Raw(str(2 ** 53 + 1)), Raw(str(2 ** 31)), Raw("1e18")]
TEXTS = ["", " ", "x" * 300, "\u0301" * 200, "é" * 20_000, Raw('"\\u0000"'), Raw('"\\ud800"'), Raw('"\\udfff\\ud800"'), Raw('"a\\u0085"'),
         "\u200b\u200b", "\u202e\u2066abc",
         "'; DROP TABLE event; --", "%00%0a%s%n", "👩‍👩‍👧‍👦" * 30, "../../../../etc/passwd", "NaN", str(INT_MAX), "-" + "9" * 30, "1e308",
         "\ufffd\uffff", "{{7*7}}${7*7}",
         "😀", "０１２", "a@b", "+" + "9" * 30, "00" + "9" * 13]
DATES = ["9999-12-31", "0001-01-01", "0000-00-00", "2026-02-30", "-9999-01-01", "99999-01-01", "2026-11-22"]
TIMES = ["9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59-23:59", "0000-01-01T00:00:00+23:59", "2026-11-22T25:61:61Z",
         "2016-12-31T23:59:60Z",
         "292277026596-12-04T15:30:08Z", "2026-11-22T10:00:00.999999999999999999Z", "1969-12-31T23:59:59Z"]
WRONG = [None, True, [], {}, "x", 1, Raw("[" * 30 + "]" * 30), Raw('{"a":' * 30 + "1" + "}" * 30), ["x"] * 2000, {"a": {"b": INT_MAX}}]
IDS = [str(INT_MAX), str(INT_MIN), str(INT_MAX + 1), "0", "-1", "%00", "%0A", "%ED%A0%80", "%C2%85", "x" * 64, "x" * 65, "x" * 512, "..",
       "%2e%2e%2f", "%F0%9F%98%80", "1e308", "%25s",
       "00000000-0000-0000-0000-000000000000", "nil", "+1", "%20", "\u0660".encode().hex()]
# Every header that the platform reads, with invalid values. The names are compared with the code below.
HEADERS = {
    "authorization": ["Bearer", "Bearer ", "Bearer x", "Bearer " + "x" * 8000, "Bearer a.b.c", "Basic eDp4", "bearer " + "." * 3000,
                      "Bearer eyJhbGciOiJub25lIn0.e30."],
    "content-type": ["text/plain", "application/json; charset=utf-16", "multipart/form-data", "multipart/form-data; boundary=",
                     "multipart/form-data; boundary=\"" + "x" * 71,
                     "application/x-www-form-urlencoded", ";;;", "application/json;" * 300, "multipart/mixed; boundary=x"],
    "accept-language": ["*", "xx", "fr;q=9e999", ",".join(["en;q=0.1"] * 500), "-", ";;;,,,", "en-" + "x" * 3000],
    "accept-encoding": ["gzip;q=0", "gzip;q=", "*", "gzip;q=nan", "," * 500],
    "prefer": ["wait=9223372036854775807", "wait=-1", "wait=99999999999999999999", "wait=", "respond-async, wait=0", "wait=0", "," * 500],
    "idempotency-key": ["", "x" * 256, "a b", "é", "x" * 255, "\x7f"],
    "x-request-id": ["", "x" * 3000, "a b", "é", "{}", "../.."],
    "traceparent": ["00-0-0-0", "00-" + "f" * 32 + "-" + "f" * 16 + "-ff", "x" * 3000],
    "if-none-match": ["*", '"' + "x" * 3000 + '"', "W/", ",,,", '"'],
    "origin": ["null", "https://" + "x" * 3000, "", "://"],
    "x-forwarded-for": ["9.9.9.9", "," * 500, "x" * 3000, "::1, ::2", "[", "999.999.999.999"],
    "access-control-request-method": ["POST", "x" * 3000],
    "access-control-request-headers": ["," * 500, "x" * 3000, "a b"],
    "accept": ["text/html", "*/*;q=0", "," * 500, "application/json;q=nan", "/", "x" * 3000],
    "last-event-id": ["/" * 500, "x" * 3000, "1/2/3"],
    "range": [f"bytes={INT_MAX}-", f"bytes=-{INT_MAX}", f"bytes=0-{INT_MAX}", f"bytes={INT_MAX}-{INT_MAX}", f"bytes={INT_MAX - 524287}-",
              f"bytes={INT_MAX - 524288}-{INT_MAX}",
              f"bytes={INT_MAX + 1}-", f"bytes=-{INT_MAX + 1}", "bytes=-0", "bytes=--1", "bytes=1-0", "bytes=0-0,1-1", "bytes= - ",
              "bytes=", "items=0-1", f"bytes={INT_MIN}-"],
    "if-range": ['"x"', "", "W/", "x" * 3000],
    "upgrade": ["websocket", "h2c", "x" * 300],
    "expect": ["100-continue", "200-ok"],
    "content-length": [], "transfer-encoding": [],  # On separate connections below.
}
OWN_HEADERS = {"x-sandbox-payment": ["late=P99999999999999999D", "late=P-1D", "late=" + "P1D" * 500, "late=PT9223372036854775807S",
                                     "duplicate,late,never", "x" * 900],
               "x-client-secret": ["x" * 2000, "é", " "], "user-agent": ["x" * 1024, "\x01", "é" * 500]}


class Attack:
    def __init__(self, platform, arguments):
        self.platform, self.random = platform, random.Random(arguments.seed)
        self.deadline = time.monotonic() + arguments.seconds
        self.local, self.lock = threading.local(), threading.Lock()
        self.faults, self.sent, self.statuses, self.slowest = [], 0, {}, (0, "")
        # (tenant, method, path) of every route that was attacked.
        self.attacked = set()

    def over(self):
        return time.monotonic() > self.deadline or len(self.faults) >= 40

    def send(self, method, path, body=None, headers=None, attempt=1, allowed=()):
        """Sends a request; notes a fault if no client may get such an answer. Returns (status, bytes)."""
        started = time.monotonic()
        headers = {"host": "127.0.0.1", **(headers or {})}
        shown = {k: v[:80] for k, v in headers.items() if k not in ('host', 'authorization')}
        what = f"{method} {path[:300]} {shown} {body[:300] if body else ''}"
        try:
            connection = getattr(self.local, "connection", None)
            if connection is None:
                connection = self.local.connection = http.client.HTTPConnection("127.0.0.1", self.platform.port, timeout=25)
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            for name, value in headers.items():
                connection.putheader(name, value.encode("utf-8", "surrogatepass") if isinstance(value, str) else value)
            if body is not None:
                connection.putheader("content-length", str(len(body)))
            connection.endheaders()
            if body:
                try:
                    connection.send(body)
                except (BrokenPipeError, ConnectionResetError):
                    # The server refuses a body that is too large before it has arrived: the answer may be there
                    # already.
                    if len(body) <= BODY_BYTES_MAX:
                        raise
            try:
                answer = connection.getresponse()
            except (ConnectionError, http.client.RemoteDisconnected):
                if body is None or len(body) <= BODY_BYTES_MAX:
                    raise
                self.drop()
                return 413, b""  # RFC 9112 (9.6) allows the refusal to be lost with the connection.
            status, text = answer.status, answer.read()
            if answer.getheader("connection", "").lower() == "close":
                self.drop()
        except (OSError, http.client.HTTPException, ValueError) as error:
            self.drop()
            if attempt == 1:
                # The server may have closed a kept-alive connection.
                return self.send(method, path, body, headers, 2, allowed)
            self.note(f"no answer ({type(error).__name__}: {error}): {what}")
            return 0, b""
        took = time.monotonic() - started
        with self.lock:
            self.sent += 1
            self.statuses[status] = self.statuses.get(status, 0) + 1
            self.slowest = max(self.slowest, (took, what))
        if status in allowed:
            return status, text
        if status == 503 and attempt < 3:
            time.sleep(1)
            return self.send(method, path, body, headers, attempt + 1, allowed)
        location = answer.getheader("location") or ""
        # On a busy machine an answer may come later. Asking again would only make it later still.
        late = status == 202 and "operations/" in location and "prefer" not in headers
        if status >= 500 or late and not self.ends(location, headers):
            self.note(f"{status} after {took:.1f} s: {what} -> {text[:300]!r}")
        return status, text

    def ends(self, location, headers):
        """Whether an operation has an outcome within two minutes."""
        until = time.monotonic() + 120
        own = {k: v for k, v in headers.items() if k.lower() in ("host", "authorization")}
        path = urllib.parse.urlsplit(location)
        while time.monotonic() < until:
            status, text = self.send("GET", path.path + (f"?{path.query}" if path.query else ""), None, own)
            if status != 200 or json.loads(text)["status"] != "pending":
                return True
            time.sleep(0.5)
        return False

    def drop(self):
        connection, self.local.connection = getattr(self.local, "connection", None), None
        if connection:
            connection.close()

    def note(self, fault):
        with self.lock:
            self.faults.append(fault)

    def raw(self, data, wait=5):
        """Sends bytes unchanged. Returns the first line of the answer."""
        with socket.create_connection(("127.0.0.1", self.platform.port), timeout=wait) as connection:
            try:
                connection.sendall(data)
                return connection.recv(4096).split(b"\r\n")[0].decode(errors="replace")
            except OSError as error:
                return f"({type(error).__name__})"


class App:
    def __init__(self, attack, text):
        self.attack, self.platform = attack, attack.platform
        self.name = re.search(r"^tenant: *(\S+)", text, re.M)[1]
        self.base_path = re.search(r"^basePath: *(\S+)", text, re.M)[1]
        self.root, self.base = f"/t/{self.name}", f"/t/{self.name}{self.base_path}"
        self.document = self.platform.request("GET", f"{self.base}/openapi.json")[1]
        self.accounts = self.one_of_each_role()
        self.tokens, self.known = {}, {}
        for email, password in self.accounts.values():
            self.sign_in(email, password)
        assert self.tokens, f"{self.name}: nobody could sign in"

    def one_of_each_role(self):
        chosen = {}
        for entry in re.split(r"^ *- ", (souk_platform.ROOT / "deploy/demo" / self.name / "accounts.yml").read_text(), flags=re.M):
            found = [re.search(pattern, entry) for pattern in (r"email: *([^,}\n]+)", r"password: *\"?([^,}\"\n]+)",
                                                               r"roles: *\[([^\]]*)\]")]
            if all(found):
                chosen.setdefault(found[2][1].replace(" ", ""), (found[0][1].strip(), found[1][1].strip()))
        return chosen

    def sign_in(self, email, password):
        status, body = self.platform.request("POST", f"{self.base}/auth/login", {"email": email, "password": password})
        if status == 200:
            self.tokens[email] = body["token"]

    def headers(self, who):
        return {"authorization": f"Bearer {self.tokens[who]}"} if who else {}

    def operations(self):
        for path, methods in self.document["paths"].items():
            if not path.endswith(STREAMS):
                for method, operation in methods.items():
                    yield path, method.upper(), operation

    def learn(self):
        """Collects existing ids from the lists that each role may read: an unknown id only ever tests the 404."""
        for path, method, operation in self.operations():
            if method == "GET" and "{" not in path and not path.endswith((".json", "/docs")):
                for who in self.tokens:
                    if self.attack.over():
                        return
                    status, text = self.attack.send("GET", self.root + path, headers=self.headers(who))
                    if status == 200 and text[:1] == b"{":
                        self.collect(path.rstrip("/"), json.loads(text))
                        if json.loads(text).get("data") != []:
                            break

    def give_pictures(self):
        """Uploads a picture wherever one is accepted, so that there are files to attack: a minimal JPEG, 1000 ×
        1250, whatever the time: without files their ranges only test the 404."""
        picture = bytes([0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 4, 226, 3, 232, 1, 1, 0x11, 0, 0xFF, 0xD9])
        for path, method, operation in self.operations():
            if "image/jpeg" in (operation.get("requestBody") or {}).get("content", {}):
                for who in self.tokens:
                    status, text = self.attack.send(method, self.root + self.fill(path), picture,
                                                    {**self.headers(who), "content-type": "image/jpeg"})
                    if status in (200, 201):
                        self.collect(path, json.loads(text))

    def collect(self, path, value):
        if isinstance(value, dict):
            for key, item in value.items():
                if isinstance(item, str) and re.search(r"(url|Url)$", key) and self.root + "/" in item:
                    above, _, last = item.split(self.root, 1)[1].split("?")[0].rpartition("/")
                    # The newest first: an upload may have replaced the file before.
                    self.known.setdefault(above, []).insert(0, urllib.parse.unquote(last))
                if key in ("id", "token", "slug", "uuid") and isinstance(item, (str, int)):
                    self.known.setdefault(path, []).append(str(item))
                elif re.search(r"(Id|_id)$", key) and isinstance(item, (str, int)):
                    self.known.setdefault(key.replace("_", "").lower(), []).append(str(item))
                else:
                    self.collect(path, item)
        elif isinstance(value, list):
            for item in value[:3]:
                self.collect(path, item)

    def fill(self, path):
        """The path with existing ids, as far as any are known."""
        parts = path.split("/")
        for index, part in enumerate(parts):
            name = re.search(r"{(.+)}", part)
            if name:
                above = "/".join(parts[:index])
                key = name[1].replace("_", "").lower()
                known = self.known.get(above) or self.known.get(re.sub(r"/[^/]*$", "", above) if not self.known.get(above)
                    else above) or self.known.get(key) or ["1"]
                parts[index] = part.replace(name[0], urllib.parse.quote(self.attack.random.choice(known[:6]), safe=""))
        return "/".join(parts)

    def who_may(self, method, path, item):
        """Tries who may call the route; returns everyone if no one may."""
        let_in = []
        for who in [*self.tokens, None]:
            if self.attack.over() or any(word in path for word in LAST):
                break
            status, _ = self.attack.send(method, self.root + item[0], item[1], {**self.headers(who), **item[2]})
            if status not in (401, 403):
                let_in.append(who)
                break
        return let_in or list(self.tokens)

    def opened(self, path):
        """(who, path) of a file that the download route answers, whatever the time; None: there is none."""
        tried = set()
        for _ in range(24):
            filled = self.fill(path)
            for who in [*self.tokens, None]:
                if (who, filled) not in tried:
                    tried.add((who, filled))
                    status, _ = self.attack.send("GET", self.root + filled, None, self.headers(who))
                    if status in (200, 206):
                        return who, filled
        return None

    # What to send

    def plausible(self, schema, name=""):
        """A valid value as a client would send it."""
        if "enum" in schema:
            return schema["enum"][0]
        kinds = schema.get("type", "object" if "properties" in schema else "string")
        kind = kinds[0] if isinstance(kinds, list) else kinds
        if kind == "object":
            return {key: self.plausible(item, key) for key, item in schema.get("properties", {}).items()}
        if kind == "array":
            return [self.plausible(schema.get("items", {}), name)]
        if kind == "integer":
            return max(int(schema.get("minimum", 1)), 1) if schema.get("maximum", 1) >= 1 else int(schema["maximum"])
        if kind == "number":
            return max(float(schema.get("minimum", 1)), 1.0)
        if kind == "boolean":
            return True
        form, lower = schema.get("format"), name.replace("_", "").lower()
        if form == "date-time" or lower.endswith("at"):
            return "2027-03-01T10:00:00Z"
        if form == "date" or "date" in lower:
            return "2027-03-01"
        if form == "email" or "email" in lower:
            return "attack@example.com"
        if lower.endswith("id"):
            return (self.known.get(lower) or ["1"])[0]
        for word, value in (("phone", "+256770000123"), ("time", "10:00"), ("currency", "UGX"), ("url", "https://example.com/a"),
                            ("password", "a-long-pass-1"),
                            ("locale", "en"), ("lang", "en"), ("zone", "Africa/Kampala"), ("dni", "30123456")):
            if word in lower:
                return value
        return ("attack " * 20)[:max(min(schema.get("maxLength", 12), 12), schema.get("minLength", 0))]

    def extremes(self, schema):
        """Values at and beyond the limits of a field of this kind."""
        kinds = schema.get("type", "string")
        kinds = kinds if isinstance(kinds, list) else [kinds]
        found = []
        if "integer" in kinds or "number" in kinds:
            found += [schema[end] for end in ("minimum", "maximum") if end in schema] + NUMBERS
        if "string" in kinds:
            if schema.get("format") == "date":
                found += DATES
            elif schema.get("format") == "date-time":
                found += TIMES
            else:
                longest = schema.get("maxLength")
                found += ["x" * longest, "é" * longest] if longest else []
                found += TEXTS + DATES[:2] + TIMES[:4]
        if "array" in kinds:
            item = self.plausible(schema.get("items", {}))
            found += [[], [item] * 1000, [item, item], Raw("[" + ",".join(["1"] * 100_000) + "]"), [None], [[]]]
        return found + self.attack.random.sample(WRONG, 4)

    def fitting(self, schema, end, name=""):
        """A value at one limit of the schema (0 the least, 1 the most), so that it reaches the handler."""
        if "enum" in schema:
            return schema["enum"][-end]
        kinds = schema.get("type", "object" if "properties" in schema else "string")
        kind = kinds[0] if isinstance(kinds, list) else kinds
        if kind == "object":
            return {key: self.fitting(item, end, key) for key, item in schema.get("properties", {}).items()}
        if kind == "array":
            items = schema.get("items", {})
            return [self.fitting(items, end, name)] * (min(schema.get("maxItems", 1000), 1000) if end else schema.get("minItems", 0))
        if kind == "integer":
            return schema.get("maximum", INT_MAX) if end else schema.get("minimum", INT_MIN)
        if kind == "number":
            return schema.get("maximum", Raw("1e308")) if end else schema.get("minimum", Raw("-1e308"))
        if kind == "boolean":
            return bool(end)
        form, lower = schema.get("format"), name.replace("_", "").lower()
        if form == "date-time" or re.search(r"(at|until|from|to|since|before|after)$", lower):
            return ("0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z")[end]
        if form == "date" or "date" in lower or "day" in lower:
            return ("0001-01-01", "9999-12-31")[end]
        if "time" in lower:
            return ("00:00", "24:00")[end]
        if "month" in lower:
            return ("0001-01", "9999-12")[end]
        if "zone" in lower:
            return ("Etc/GMT+12", "Pacific/Kiritimati")[end]
        if "currency" in lower:
            return ("UGX", "KWD")[end]
        if form == "email":
            return "a@b.cc" if not end else "x" * 64 + "@" + "y" * 60 + ".example"
        return "é" * schema.get("maxLength", 20_000) if end else "0" * max(schema.get("minLength", 0), 1)

    def fields(self, schema, value, path=()):
        """Every field below a value with its schema and its path."""
        if isinstance(value, dict):
            for name, item in schema.get("properties", {}).items():
                yield path + (name,), item
                if name in value:
                    yield from self.fields(item, value[name], path + (name,))
        elif isinstance(value, list) and value:
            yield path + (0,), schema.get("items", {})
            yield from self.fields(schema.get("items", {}), value[0], path + (0,))

    def attacks(self, path, method, operation):
        """(path, body, headers) of the attacks on this route: first those that fit its schema and so reach the handler,
        then the rest, the most effective first."""
        parameters = operation.get("parameters", [])
        content = (operation.get("requestBody") or {}).get("content", {})
        queries = [parameter for parameter in parameters if parameter["in"] == "query"]
        draw = self.attack.random
        media = FORM if FORM in content else "application/json"
        write = encode_form if media == FORM else encode
        body_type = {"content-type": media}
        body_schema = content.get(media, {}).get("schema")
        base = self.plausible(body_schema) if body_schema else None
        plain = write(base).encode() if base is not None else (b"{}" if method != "GET" else None)
        typed = body_type if plain is not None else {}
        # The request of `who_may`.
        deep, wide = [(self.fill(path), plain, typed)], []

        def with_query(values):
            texts = [(name, value if isinstance(value, str) else encode(value)) for name, value in values]
            pairs = [f"{name}={quoted(text[:1500])}" for name, text in texts]
            return self.fill(path) + ("?" + "&".join(pairs) if pairs else "")

        def with_body(where, value):
            changed = json.loads(json.dumps(base))
            place = changed
            for step in where[:-1]:
                place = place[step]
            place[where[-1]] = value
            return self.fill(path), write(changed).encode("utf-8", "surrogatepass"), body_type

        if queries or base is not None:
            for end in (1, 0):
                ends = [(parameter["name"], self.fitting(parameter.get("schema", {}), end, parameter["name"])) for parameter in queries]
                body = write(self.fitting(body_schema, end)).encode() if base is not None else plain
                deep.append(
                    (with_query([(name, value if not isinstance(value, list) else ",".join(map(str, value[:50]))) for name, value in ends]),
                     body, typed))
                for name, value in ends:
                    deep.append((with_query([(name, value)]), plain, typed))
        if base is not None:
            for where, schema in self.fields(body_schema, base):
                deep += [with_body(where, self.fitting(schema, end, str(where[-1]))) for end in (1, 0)]
                values = self.extremes(schema)
                wide += [with_body(where, value) for value in draw.sample(values, min(len(values), 9))]
            for text in draw.sample(("", "null", "[]", "1", '"x"', "{", "[" * 100_000, '{"a":' * 50_000, "\ufeff{}", "{}{}",
                                     '{"a":1,"a":2}'), 2):
                wide.append((self.fill(path), text.encode(), body_type))
            wide.append((self.fill(path), b'{"name":"\xed\xa0\x80\xff\x00"}', body_type))
        for parameter in queries:
            values = self.extremes(parameter.get("schema", {}))
            wide += [(with_query([(parameter["name"], value)]), plain, typed) for value in draw.sample(values, min(len(values), 9))]
        if queries:
            wide.append((with_query([(queries[0]["name"], number) for number in range(64)]), plain, typed))
            wide.append((with_query([(f"x{number}", 1) for number in range(100)]), plain, typed))
        if "{" in path:
            wide += [(re.sub(r"{[^}]+}", lambda _: value, path), plain, typed) for value in draw.sample(IDS, 6)]
        if any(kind.startswith(("image/", "multipart/")) for kind in content):
            picture = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + b"\xff" * 13
            for kind, data in (("image/png", picture), ("image/jpeg", b"\xff\xd8" + b"\xff\xc0\xff\xff" + b"\x00" * 40),
                               ("image/jpeg", b"\xff\xd8\xff\xe1\x00\x02"),
                               ("image/webp", b"RIFF\xff\xff\xff\xffWEBPVP8X" + b"\xff" * 22), ("image/png", b""), ("image/gif", b"GIF89a"),
                               ("multipart/form-data; boundary=x", b"--x\r\n\r\n"), ("multipart/form-data; boundary=x", b"--x--" * 1000),
                               ("image/png", picture[:16] + b"\x00\x00\x00\x00\x00\x00\x00\x00" + picture[24:]),
                               ("image/jpeg", b"\xff" * 200_000)):
                deep.append((self.fill(path), data, {"content-type": kind}))
        own = [parameter["name"].lower() for parameter in parameters if parameter["in"] == "header"]
        for name in own:
            if name not in HEADERS:
                deep += [(self.fill(path), plain, {**typed, name: value}) for value in OWN_HEADERS.get(name, ["x" * 1024, "é"])]
        # The gateway reads these alike for every route, so a sample per route is enough.
        for name, value in draw.sample([(name, value) for name, values in HEADERS.items() for value in values], 5):
            wide.append((self.fill(path), plain, {**typed, name: value}))
        draw.shuffle(wide)
        return deep, wide


def headers_in_code():
    """The headers that the gateway reads."""
    source = (souk_platform.ROOT / "Services/Gateway/HTTP/RequestHeaders.swift").read_text()
    return set(re.findall(r'^\s*case "([a-z-]+)"', source, re.M))


def processes(root):
    """Every process of the platform: pid and name."""
    children, names = {}, {}
    for folder in pathlib.Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                stat = (folder / "stat").read_text()
            except OSError:
                continue
            name, rest = stat[stat.index("(") + 1:stat.rindex(")")], stat[stat.rindex(")") + 2:].split()
            children.setdefault(int(rest[1]), []).append(int(folder.name))
            names[int(folder.name)] = name
    found, left = {}, [root]
    while left:
        pid = left.pop()
        found[pid] = names.get(pid, "gone")
        left += children.get(pid, [])
    return found


def on_the_wire(attack, base):
    """Requests that no HTTP library sends."""
    def post(head, body=b""):
        return f"POST {base}/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n{head}\r\n".encode() + body

    for data in (post("Content-Length: -1\r\n"), post("Content-Length: 99999999999999999999\r\n"),
                 post("Content-Length: 9223372036854775807\r\n"), post("Content-Length: 1, 2\r\n"),
                 post("Transfer-Encoding: chunked\r\n", b"ffffffffffffffff\r\n"), post("Transfer-Encoding: chunked\r\n", b"-1\r\n"),
                 post("Transfer-Encoding: x\r\n", b"{}"),
                 post("Content-Length: 2\r\nTransfer-Encoding: chunked\r\n", b"0\r\n\r\n"), b"\x16\x03\x01" + b"\x00" * 500,
                 b"GET  HTTP/1.1\r\n\r\n", b"\r\n" * 1000,
                 b"GET / HTTP/9.9\r\n\r\n", f"GET {base}/ws HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nSec-WebSocket-Version: "
                                            f"13\r\nSec-WebSocket-Key: x\r\n\r\n".encode(),
                 f"GET {base}/events?{'a' * 9000} HTTP/1.1\r\nHost: a\r\n\r\n".encode(),
                 b"GET /" + b"a/" * 3000 + b" HTTP/1.1\r\nHost: a\r\n\r\n",
                 b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", f"GET {base}/auth/me HTTP/1.1\r\nHost: {'a' * 3000}\r\n\r\n".encode()):
        line = attack.raw(data)
        if re.match(r"HTTP/1.1 5", line):
            attack.note(f"{line}: {data[:200]!r}")


def megabytes(attack, app):
    """Sends a megabyte in one field at a time, because the gateway limits the bytes in flight."""
    for path, method, operation in app.operations():
        schema = ((operation.get("requestBody") or {}).get("content", {}).get("application/json") or {}).get("schema")
        if not schema or attack.over() or any(word in path for word in LAST):
            continue
        texts = [where for where, field in app.fields(schema, app.plausible(schema)) if "string" in json.dumps(field.get("type", "string"))
            and len(where) == 1]
        for where in texts[:2]:
            body = app.plausible(schema)
            body[where[0]] = "x" * MEGABYTE
            who = attack.random.choice([None, *app.tokens])
            attack.send(method, app.root + app.fill(path), json.dumps(body).encode(),
                        {"content-type": "application/json", **app.headers(who)})


class Fragile:
    """A service with the first fault that was found, in twenty lines: it adds the ends of a range and crashes on
    overflow."""
    SOURCE = r'''
import http.server, os, re
class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    def log_message(self, *_): pass
    def do_GET(self):
        found = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("range", ""))
        if found and int(found[1]) < 2 ** 63 and int(found[1]) + 524288 >= 2 ** 63:
            os.abort()
        self.send_response(200)
        self.send_header("content-length", "2")
        self.end_headers()
        self.wfile.write(b"{}")
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
server.serve_forever()
'''

    def __init__(self):
        self.process = subprocess.Popen([sys.executable, "-c", self.SOURCE], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.port = int(self.process.stdout.readline())


def check_itself(arguments):
    """Shows that the attack finds its target: harmless ranges leave the fragile service running, the list of ranges
    crashes it, and both checks (no answer, another set of processes) report that."""
    platform = Fragile()
    try:
        attack = Attack(platform, arguments)
        before = processes(os.getpid())
        attack.send("GET", "/file", None, {"range": "bytes=0-10"})
        assert not attack.faults and processes(os.getpid()) == before, attack.faults
        for value in HEADERS["range"]:
            attack.send("GET", "/file", None, {"range": value})
        platform.process.wait(10)
        assert any("no answer" in fault and str(INT_MAX) in fault for fault in attack.faults), attack.faults
        assert processes(os.getpid()) != before and platform.process.returncode == -6, platform.process.returncode
        print(f"the attack found the trap: {attack.faults[0][:160]}")
    finally:
        platform.process.kill()
        platform.process.wait()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=70, help="For the attack itself; starting the platform comes on top.")
    parser.add_argument("--seed", type=int, default=12)
    parser.add_argument("--tenant", action="append")
    parser.add_argument("--threads", type=int, default=8)
    parser.add_argument("--check-itself", action="store_true", help="Only show that the attack finds a trap: no platform is started.")
    arguments = parser.parse_args()
    check_itself(arguments)
    if arguments.check_itself:
        return
    missing = headers_in_code() - set(HEADERS)
    if missing:
        sys.exit(f"the gateway reads headers that nobody attacks here: {', '.join(sorted(missing))}")
    with tempfile.TemporaryDirectory() as folder:
        for path in (souk_platform.ROOT / "deploy/tenants").glob("*.yml"):
            shutil.copy(path, folder)
        platform = souk_platform.Platform(folder, seed=True)
        definitions = [path.read_text() for path in sorted(pathlib.Path(folder).glob("*.yml")) if not arguments.tenant
            or path.stem in arguments.tenant]
        attack = Attack(platform, arguments)
    try:
        apps = [App(attack, text) for text in definitions]
        before = processes(platform.process.pid)
        began = time.monotonic()
        for number, app in enumerate(apps, 1):
            attack.deadline = began + arguments.seconds * 0.25 * number / len(apps)
            app.give_pictures()
            app.learn()
            app.give_pictures()
        attack.deadline = began + arguments.seconds * 0.45
        deep, wide, last, ranges, seen, downloads, opened = [], [], [], [], set(), set(), set()
        routes = {(app.name, method, path) for app in apps for path, method, _ in app.operations()}
        for app in apps:
            for path, method, operation in app.operations():
                route = (app.name, method, path)
                telling, rest = app.attacks(path, method, operation)
                # A route of several apps has one handler, so the second app gets fewer attacks.
                allowed = list(app.tokens)
                if (method, operation.get("x-souk-message")) in seen:
                    telling, rest = telling[:2], rest[:2]
                else:
                    allowed = app.who_may(method, path, telling.pop(0))
                seen.add((method, operation.get("x-souk-message")))
                jobs = [(app, route, attack.random.choice(allowed), item) for item in telling]
                more = [(app, route, attack.random.choice(allowed), item) for item in rest]
                more += [(app, route, who, item) for item in telling[:1] for who in (None, attack.random.choice(list(app.tokens)))]
                # Ranges were the shortest way to a known crash; without a file they only test the 404.
                if "206" in operation.get("responses", {}):
                    handler = operation.get("x-souk-message") or path
                    downloads.add(handler)
                    if handler not in opened and (found := app.opened(path)):
                        opened.add(handler)
                        ranges += [(app, route, found[0], (found[1], None, {"range": value})) for value in HEADERS["range"]]
                        ranges.append((app, route, found[0], (found[1], None, {"range": HEADERS["range"][0], "if-range": '"x"'})))
                if any(word in path for word in LAST):
                    last += jobs + more[:10]
                else:
                    deep.append(jobs)
                    wide.append(more)
        # All headers, on one route of each kind.
        for app in apps[:1]:
            for method, path in (("GET", app.base_path + "/auth/me"), ("POST", app.base_path + "/auth/login"), ("GET", "/openapi.json")):
                body = b"{}" if method == "POST" else None
                wide.append([(app, (app.name, method, path), attack.random.choice([None, *app.tokens]), (path, body, {name: value}))
                             for name, values in HEADERS.items() for value in values])

        def one(job):
            app, route, who, (path, body, headers) = job
            # The first attack of each route ignores the time limit: a run that reaches fewer routes must not pass.
            if route not in attack.attacked or not attack.over():
                attack.attacked.add(route)
                attack.send(route[1], app.root + path, body, {**app.headers(who), **headers})

        # Take one attack of every route in turn, so that the time limit affects all routes alike.
        everything = [job for lists in (deep, wide) for group in _zip(lists) for job in group if job]
        finish = began + arguments.seconds
        attack.deadline = finish - arguments.seconds * 0.25
        with concurrent.futures.ThreadPoolExecutor(arguments.threads) as pool:
            list(pool.map(lambda job: attack.send("GET", job[0].root + job[3][0], None, {**job[0].headers(job[2]), **job[3][2]}), ranges))
            list(pool.map(one, everything))
        attack.deadline = finish - arguments.seconds * 0.12
        for app in apps:
            megabytes(attack, app)
        attack.deadline = finish
        on_the_wire(attack, apps[0].base)
        with concurrent.futures.ThreadPoolExecutor(arguments.threads) as pool:
            list(pool.map(one, [job for job in last if job[3][0].endswith("/clock") is False]))
        for job in [job for job in last if job[3][0].endswith("/clock")]:
            one(job)
        after = processes(platform.process.pid)
        if after != before:
            attack.note(f"processes were {before}, are {after}; the platform's last words:\n" + "\n".join(platform.log[-30:]))
        for path in ("/live", "/ready"):
            status, text = attack.send("GET", path)
            if status != 200:
                attack.note(f"{path} is {status}: {text[:500]!r}")
        letters = platform.tool("dead-letters").strip()
        if re.search(r"\bdefect\b", letters):
            attack.note("dead letters were left:\n" + letters[:4000])
        statuses = ", ".join(f"{status}: {count}" for status, count in sorted(attack.statuses.items()))
        files = sum(len(ids) for app in apps for above, ids in app.known.items() if above.endswith(("/avatars", "/posters", "/photos")))
        if not files:
            attack.note("no file was found to attack: uploads or their answers have changed")
        if unopened := downloads - opened - ELSEWHERE:
            attack.note(f"no file was found at these downloads, so their ranges were not attacked: {sorted(unopened)}")
        if missed := routes - attack.attacked:
            attack.note(f"{len(missed)} of {len(routes)} routes were not attacked: {sorted(missed)[:20]}")
        print(f"{len(routes)} routes of {len(apps)} apps, {attack.sent} of {len(everything) + len(last)} attacks sent ({statuses}); the "
              f"slowest took {attack.slowest[0]:.1f} s: {attack.slowest[1][:200]}")
        for fault in attack.faults[:40]:
            print("FAULT", fault)
        sys.exit(1 if attack.faults else 0)
    finally:
        platform.stop()


def _zip(lists):
    for index in range(max(map(len, lists), default=0)):
        yield [items[index] if index < len(items) else None for items in lists]


main()
