#!/usr/bin/env python3
"""Judges the whole API of every tenant by its own OpenAPI document with software that is not ours: Schemathesis looks
for server errors, undeclared statuses and answers that do not fit their schema. As it is it takes about four minutes
(`make test`); `--examples N` per operation and `--seconds N` per tenant make it longer (`make interop`), `--tenant
NAME` judges one of them."""
import argparse, json, pathlib, shutil, subprocess, sys, tempfile, time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "support"))
import souk_platform

PACKAGES = ["schemathesis==4.32.5", "PyYAML==6.0.3"]
souk_platform.inside_venv("contract", PACKAGES, __file__)
import yaml

CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"
# What would pull the chair away: these end the session or the account the judge sits on, or move time past its token.
# They are the same in every app: each is
# judged in the first one, at the end, by a person of its own.
LAST = [("POST", "/auth/logout"), ("DELETE", "/auth/me"), ("DELETE", "/auth/sessions"), ("DELETE", "/auth/sessions/{sessionId}"),
        ("DELETE", "/users/{userId}/sessions"), ("POST", "/dev/clock")]
# Streams have no end.
NEVER = ["/stream", "/ws"]


def snake(name):
    return "".join("_" + c.lower() if c.isupper() else c for c in name)


class App:
    """One tenant, and somebody who may do everything in it."""

    def __init__(self, platform, definition):
        self.platform, self.definition = platform, definition
        self.name = definition["tenant"]
        self.base = f"/t/{self.name}{definition.get('basePath', '/api/v1')}"
        self.snake = definition.get("json") == "snake_case"
        self.lists = {}

    def field(self, name):
        return snake(name) if self.snake else name

    def accepted(self, path, body, headers=None):
        """The answer to a request that hashes a password. A busy machine may answer 202 ("not yet") or 503: then ask
        again."""
        deadline = time.monotonic() + 60
        while True:
            status, answer = self.platform.request("POST", f"{self.base}{path}", body, headers=headers)
            if status not in (202, 503) or time.monotonic() > deadline:
                return status, answer
            time.sleep(0.5)

    def sign_in(self, email, password):
        status, answer = self.accepted("/auth/login", {"email": email, "password": password})
        assert status == 200, (self.name, email, status, answer)
        return answer["token"]

    def token(self):
        """A new user with every role that a seeded administrator may give; without an administrator, with the default
        role."""
        number = time.monotonic_ns() // 1_000_000 % 10_000_000
        email, password = f"judge{number}@example.com", "judged-by-schemathesis-1"
        prefix = {"+256": "+25677", "+213": "+21366", "+966": "+96655", "+32": "+3247"}.get(self.definition.get("phonePrefix"), "+1555")
        body = {"name": "Judge Judy", "email": email, "phone": f"{prefix}{number:07d}", "password": password,
                self.field("passwordConfirmation"): password}
        status, answer = self.accepted("/auth/register", body, {"Idempotency-Key": email})
        assert status == 201, (self.name, status, answer)
        accounts = souk_platform.ROOT / "deploy/demo" / self.name / "accounts.yml"
        roles = self.definition["roles"]
        grantable = self.definition.get("settings", {}).get("auth", {}).get("grantableRoles", {})
        for account in (yaml.safe_load(accounts.read_text()).get("accounts") or []) if accounts.exists() else []:
            if account.get("password") and any("users:manage" in roles[role] for role in account["roles"]):
                admin = self.sign_in(account["email"], account["password"])
                given = sorted({*answer["user"]["roles"], *(given for role in account["roles"] for given in grantable.get(role, []))})
                status, answer = self.platform.request("PUT", f"{self.base}/users/{answer['user']['id']}/roles", {"roles": given},
                                                       token=admin)
                assert status == 200, (self.name, status, answer)
                return self.sign_in(email, password)
        return answer["token"]

    def document(self, token):
        """The tenant's own document. Paths get ids that exist as examples, found in the lists above them: an unknown id
        only ever shows the 404."""
        document = self.platform.request("GET", f"{self.base}/openapi.json")[1]
        prefix = f"/t/{self.name}"
        guests = self.guests_keys(token) if "booking-links" in json.dumps(list(document["paths"])) else {}
        for path, operations in document["paths"].items():
            parts = path.split("/")
            index = next((index for index, part in enumerate(parts) if part.startswith("{")), None)
            if index is None:
                continue
            ids = self.ids(prefix + "/".join(parts[:index]), token) if "get" in document["paths"].get("/".join(parts[:index]), {}) else []
            ids = ids or guests.get(parts[index].strip("{}"), [])
            for operation in operations.values():
                for parameter in operation.get("parameters", []):
                    if ids and parameter["in"] == "path" and parameter["name"] == parts[index].strip("{}"):
                        parameter["examples"] = {f"known-{number}": {"value": id} for number, id in enumerate(ids)}
        return document

    def guests_keys(self, token):
        """What a guest of a booking app holds in hand: links that are open, and appointments that were booked with
        others; the judge is the artist."""
        links, appointments, secrets = [], [], []
        for day in range(7):
            status, answer = self.platform.request("POST", f"{self.base}/working-hours",
                                                   {"dayOfWeek": day, "startTime": "09:00", "endTime": "18:00"}, token=token)
            assert status == 201, (self.name, status, answer)
        for number in range(4):
            status, link = self.platform.request("POST", f"{self.base}/booking-links",
                                                 {"description": "Peonía en el antebrazo", "duration": 60}, token=token)
            assert status == 201, (self.name, status, link)
            links.append(link["token"])
        for link in links[2:]:
            status, slots = self.platform.request("GET", f"{self.base}/booking/links/{link}/slots")
            times = [slot["startsAt"] for day in slots["data"] for slot in day["slots"]]
            assert status == 200 and times, (self.name, status, slots)
            body = {"startsAt": times[-1], "clientName": "Judge Judy", "clientEmail": "judy@example.com", "clientDni": "30123456"}
            status, answer = self.platform.request("POST", f"{self.base}/booking/links/{link}/appointments", body)
            assert status == 201, (self.name, status, answer)
            appointments.append(answer["manageToken"])
            if (answer.get("deposit") or {}).get("clientSecret"):
                secrets.append(answer["deposit"]["clientSecret"])
        return {"token": links[:2], "manageToken": appointments, "clientSecret": secrets}

    def ids(self, path, token):
        if path not in self.lists:
            status, body = self.platform.request("GET", path, token=token)
            rows = body.get("data") if status == 200 and isinstance(body, dict) else []
            self.lists[path] = [str(row["id"]) for row in rows if isinstance(row, dict) and "id" in row][:2]
        return self.lists[path]


def run(app, token, document, arguments, examples, seconds):
    """Answers whether the judge is content."""
    server = f"http://127.0.0.1:{app.platform.port}/t/{app.name}"
    path = pathlib.Path(app.platform.folder, f"{app.name}.json")
    path.write_text(json.dumps(document))
    command = [pathlib.Path(sys.prefix) / "bin" / "schemathesis", "run", path, "--url", server, "--checks", CHECKS, "--phases",
               "examples,coverage,fuzzing",
               "--max-examples", str(examples), "--max-time", str(seconds), "--seed", str(arguments.seed), "--request-timeout", "30",
               "--no-color", "--continue-on-failure"]
    if token:
        command += ["--header", f"Authorization: Bearer {token}"]
    started = time.monotonic()
    done = subprocess.run(command, cwd=app.platform.folder, capture_output=True, text=True)
    good = done.returncode == 0
    print(f"{app.name}: {', '.join(document['paths']) if len(document['paths']) < 2 else str(len(document['paths'])) + ' paths'}, "
          f"{time.monotonic() - started:.0f} s, {'content' if good else 'NOT CONTENT'}", flush=True)
    if not good:
        print(done.stdout[-arguments.show:], done.stderr[-2000:])
    return good


def parts(app, document):
    """The document without what comes last or never, and what comes last. Whole paths: methods that a path does not name are tried, too."""
    def shape(path):
        return "/".join("{}" if part.startswith("{") else part for part in path.split("/"))

    first, last = {}, {}
    base = app.definition.get("basePath", "/api/v1")
    postponed = {shape(path) for _, path in LAST}
    for path, operations in document["paths"].items():
        below = path.removeprefix(base)
        if below not in NEVER:
            (last if shape(below) in postponed else first)[path] = operations
    return dict(document, paths=first), dict(document, paths=last)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tenant", action="append")
    parser.add_argument("--examples", type=int, default=4)
    parser.add_argument("--seconds", type=int, default=20, help="At most, for one tenant.")
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--show", type=int, default=12_000, help="Characters of a report that are shown.")
    arguments = parser.parse_args()
    definitions = {path: yaml.safe_load(path.read_text()) for path in sorted((souk_platform.ROOT / "deploy/tenants").glob("*.yml"))}
    chosen = {path: definition for path, definition in definitions.items() if not arguments.tenant
        or definition["tenant"] in arguments.tenant}
    with tempfile.TemporaryDirectory() as folder:
        for path in chosen:
            shutil.copy(path, folder)
        platform = souk_platform.Platform(folder, seed=True)
    try:
        content, postponed = True, []
        for number, definition in enumerate(chosen.values()):
            app = App(platform, definition)
            token = app.token()
            first, last = parts(app, app.document(token))
            content &= run(app, token, first, arguments, arguments.examples, arguments.seconds)
            status, answer = platform.request("GET", f"{app.base}/auth/me", token=token)
            if status != 200:
                content = False
                print(f"{app.name}: the judge was signed out on the way, so most was not judged: {status} "
                      f"{answer}\n{platform.revocations()}")
            if number == 0:
                postponed = [(app, dict(last, paths={path: operations})) for path, operations in last["paths"].items()]
        for app, document in sorted(postponed, key=lambda pair: next(iter(pair[1]["paths"])).endswith("/dev/clock")):
            content &= run(app, app.token(), document, arguments, 2, 5)
        sys.exit(0 if content else 1)
    finally:
        platform.stop()


main()
