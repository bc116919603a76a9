"""What walkthroughs share: an app on a platform of its own, requests to it as a stranger makes them, facts that are
checked and printed one by one. `WALK_ON=1` goes on after a failure and counts them, for whoever repairs several at
once. `WALK_BOOTSTRAP_SERVERS=host:port` walks on a cluster that holds nothing of Souk, instead of the embedded broker.
`WALK_AT=23:50` begins at this time of the tenant's day; `SOUK_STALLS=1` stalls services meanwhile."""

import datetime, json, os, pathlib, re, shutil, sys, tempfile, time, traceback, urllib.parse, zoneinfo

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Interop" / "support"))
import souk_platform


class Failed(Exception):
    """A fact does not hold; what was asked and answered is printed already."""


class Answer:
    def __init__(self, request, status, headers, data):
        self.request, self.status, self.headers, self.data = request, status, headers, data
        try:
            self.body = json.loads(data) if data else None
        except ValueError:
            self.body = None

    def __getitem__(self, key):
        return self.body[key]

    def get(self, key, default=None):
        return self.body.get(key, default) if isinstance(self.body, dict) else default

    @property
    def slug(self):
        return self.get("slug")

    def __str__(self):
        return f"{self.request}\n→ {self.status} {dict(self.headers)}\n{self.data.decode(errors='replace')[:2500]}"


class Walk:
    """One tenant's app. `seed`: with its demo data; `folder`: where its file is; `settings`: a file of deploy/settings;
    `others`: tenants that run beside it; `changes`: text of its file that this platform has otherwise."""

    def __init__(self, tenant, base, seed=True, folder=souk_platform.ROOT / "deploy" / "tenants", settings="bench", others=(),
                 changes=None):
        self.base, self.facts, self.failures, self.sessions, self.kept = f"/t/{tenant}{base}", 0, 0, {}, None
        file = folder / f"{tenant}.yml"
        self.request_id = "request_id" if "json: snake_case" in file.read_text() else "requestId"
        self.is_english = "languages: [en" in file.read_text()
        self.zone = zoneinfo.ZoneInfo(re.search(r"^timezone: (\S+)", file.read_text(), re.M)[1])
        with tempfile.TemporaryDirectory() as alone:
            for tenant_file in (file, *(folder / f"{other}.yml" for other in others)):
                shutil.copy(tenant_file, alone)
            copied = pathlib.Path(alone, file.name)
            for text, other in (changes or {}).items():
                assert text in copied.read_text(), text
                copied.write_text(copied.read_text().replace(text, other))
            self.platform = souk_platform.Platform(alone, seed=seed, settings=settings,
                                                   servers=os.environ.get("WALK_BOOTSTRAP_SERVERS"))

    def keep_connections(self):
        """Asks over connections that stay open. One may be lost with its gateway: the request then fails."""
        self.kept = souk_platform.KeptConnections(self.platform.port)

    def ask(self, method, path, body=None, token=None, headers=None, raw=None, plain=False):
        """`body` is sent as JSON; `raw` (bytes) as it is. Every header and the whole answer come back. `plain`: the
        path is not below the app's base."""
        sent = dict(headers or {})
        data = raw
        if body is not None:
            data = json.dumps(body).encode()
            sent.setdefault("Content-Type", "application/json")
        if token:
            sent["Authorization"] = f"Bearer {token}"
        target = urllib.parse.quote(path if plain or path.startswith("/t/") else self.base + path, safe="/?&=%:,+;@")
        text = f"{method} {path} {json.dumps(body, ensure_ascii=False) if body is not None else (raw or b'')[:200]!s:.1500} {headers or ''}"
        return Answer(text, *souk_platform.exchange(self.platform.port, method, target, data, sent, kept=self.kept))

    def fact(self, title, truth, *context):
        self.facts += 1
        print(("✓ " if truth else "✗ ") + title, flush=True)
        if not truth:
            print("\n".join(str(thing) for thing in context), flush=True)
            self.failures += 1
            if not os.environ.get("WALK_ON"):
                raise Failed(title)

    def expect(self, title, answer, status=200, /, slug=None, errors=None, fields=(), **equal):
        """Status, problem slug, the failing fields of a 422, fields that must be there, and fields with their values."""
        wrong = []
        if answer.status != status:
            wrong.append(f"status {answer.status}, not {status}")
        if slug and answer.slug != slug:
            wrong.append(f"slug {answer.slug}, not {slug}")
        if answer.status >= 400 and status >= 400:
            wrong += self.problems_of(answer)
        for name in errors or []:
            if not isinstance(answer.get("errors"), dict) or not answer["errors"].get(name):
                wrong.append(f"errors lack {name}")
        wrong += [f"no field {name}" for name in fields if not isinstance(answer.body, dict) or name not in answer.body]
        for name, value in equal.items():
            if answer.get(name, "nothing") != value:
                wrong.append(f"{name} is {answer.get(name, 'nothing')!r}, not {value!r}")
        self.fact(title, not wrong, "; ".join(wrong), answer)
        return answer

    def problems_of(self, answer):
        """The form of a refusal: RFC 9457 with Laravel's `message` and `errors` inside."""
        wrong = []
        if answer.headers.get("Content-Type", "").split(";")[0] != "application/problem+json":
            wrong.append("not problem+json")
        for name in ("type", "title", "status", "slug", "message", self.request_id):
            if not answer.get(name):
                wrong.append(f"the problem has no {name}")
        if not self.is_english and answer.get("message") == answer.get("detail"):
            wrong.append("the message is the detail for developers, in English")
        if answer.get("status") != answer.status or answer.get("type") != f"https://souk.dev/problems/{answer.slug}":
            wrong.append("the problem's status or type is another")
        if answer.status == 422 and answer.slug != "idempotency-key-reused":
            errors = answer.get("errors")
            if not isinstance(errors, dict) or not errors or not all(isinstance(texts, list) and texts
                    and all(texts) for texts in errors.values()):
                wrong.append("422 without errors {field: [text]}")
        if answer.status == 401 and "Bearer" not in answer.headers.get("WWW-Authenticate", ""):
            wrong.append("401 without WWW-Authenticate")
        if answer.status == 429 and not answer.headers.get("Retry-After"):
            wrong.append("429 without Retry-After")
        return wrong

    def eventually(self, title, question, truth, seconds=5):
        """Asks until the answer is right, because another service catches up. `question` must not change what it reads.

        `seconds` is the limit of the specification; the step fails after ten times as long, and not before a minute, to
        tolerate a busy machine."""
        deadline = time.monotonic() + max(60, 10 * seconds)
        while True:
            answer = question()
            try:
                right = truth(answer)
            except (KeyError, TypeError, IndexError, AttributeError):
                right = False
            if right or time.monotonic() > deadline:
                self.fact(title, right, answer)
                return answer
            time.sleep(0.05)

    def token(self, login, password):
        """A session of this account, kept until the clock moves."""
        if login not in self.sessions:
            answer = self.ask("POST", "/auth/login", {"email": login, "password": password})
            assert answer.status == 200, answer
            self.sessions[login] = answer["token"]
        return self.sessions[login]

    def now(self):
        return moment(self.ask("GET", "/dev/clock")["now"])

    def advance(self, **change):
        """`advance="PT16M"` or `to="2026-12-01T09:01:00Z"`; sessions end with the old time."""
        self.sessions.clear()
        answer = self.ask("POST", "/dev/clock", change)
        assert answer.status == 200, answer
        return moment(answer["now"])

    def begin(self):
        """Goes to the time of day in `WALK_AT`, and in any case past a midnight that is near: parts count days from
        today."""
        if self.ask("GET", "/dev/clock").status != 200:
            return
        if os.environ.get("WALK_AT"):
            self.go_to(*map(int, os.environ["WALK_AT"].split(":")))
        local = self.now().astimezone(self.zone)
        if local.hour == 23 and local.minute >= 30:
            self.go_to(0, 5)

    def go_to(self, hour, minute):
        """This time of the tenant's day, today or tomorrow."""
        local = self.now().astimezone(self.zone)
        wanted = local.replace(hour=hour, minute=minute, second=0)
        wanted += datetime.timedelta(days=1) if wanted <= local else datetime.timedelta()
        self.advance(to=wanted.astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"))

    def prove_replay(self):
        """Whatever was done here: the logs alone, read by another process, give the same rows."""
        wrong = self.platform.verify()
        try:
            self.fact("every shard is what its log says", not wrong, *wrong)
        except Failed:
            pass  # Counted already.

    def run(self, parts):
        """Every part in its order; answers the exit code."""
        started = time.monotonic()
        try:
            self.begin()
            for part in parts:
                print(f"— {(part.__doc__ or part.__name__).strip().splitlines()[0]}", flush=True)
                try:
                    part(self)
                except Failed:
                    break
                except Exception:
                    if not os.environ.get("WALK_ON"):
                        raise
                    traceback.print_exc(limit=3)
                    self.failures += 1
                if self.platform.process.poll() is not None:
                    print("the platform ended:\n" + "\n".join(self.platform.log[-20:]))
                    self.failures += 1
                    break
            if not self.failures:
                self.prove_replay()
        finally:
            self.platform.stop()
        print(f"{self.facts} facts, {self.failures} wrong, {time.monotonic() - started:.0f} s")
        return 1 if self.failures else 0


def moment(text):
    """A time of the wire as a datetime in UTC."""
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))
