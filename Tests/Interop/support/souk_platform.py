"""What judges of a running platform share: packages that are fetched once, a platform of their own on free ports, requests to it."""
import concurrent.futures, contextlib, fcntl, http.client, json, os, pathlib, random, re, shutil, signal, socket, subprocess, sys
import tempfile, threading, time
import urllib.error, urllib.parse, urllib.request, venv

ROOT = pathlib.Path(__file__).resolve().parents[3]
JUDGES = ROOT / ".build" / "judges"
# In the order of their operator ports.
SERVICES = tuple(re.findall(r'^ +Service\("([a-z-]+)"', (ROOT / "Shared/Contracts/Platform.swift").read_text(), re.M))


def inside_venv(name, packages, script):
    """Runs the script again with the packages it needs. They are fetched into .build/judges, once."""
    folder = JUDGES / name
    if pathlib.Path(sys.prefix) == folder:
        return
    with made_once(name, "\n".join(packages)) as is_missing:
        if is_missing:
            # Without pip, which takes longer to install than most packages: one installer serves all folders.
            venv.create(folder, clear=True)
            subprocess.run([installer(), "-m", "pip", "--python", folder / "bin" / "python", "install", "-q",
                            "--disable-pip-version-check", *packages], check=True)
    python = str(folder / "bin" / "python")
    os.execv(python, [python, script, *sys.argv[1:]])


def installer():
    """The Python of a folder that has pip."""
    with made_once("installer", sys.version) as is_missing:
        if is_missing:
            venv.create(JUDGES / "installer", with_pip=True, clear=True)
    return JUDGES / "installer" / "bin" / "python"


@contextlib.contextmanager
def made_once(name, contents):
    """Whether the folder .build/judges/name is without these contents. Others that ask meanwhile wait."""
    JUDGES.mkdir(parents=True, exist_ok=True)
    with open(JUDGES / f"{name}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        mark = JUDGES / name / "packages"
        is_missing = not mark.exists() or mark.read_text() != contents
        yield is_missing
        if is_missing:
            mark.write_text(contents)


def programs():
    """The folder of the programs that were built last; SOUK_PROGRAMS names another."""
    if os.environ.get("SOUK_PROGRAMS"):
        return pathlib.Path(os.environ["SOUK_PROGRAMS"])
    built = [ROOT / ".build" / configuration / "souk" for configuration in ("release", "debug")]
    return max((path for path in built if path.exists()), key=lambda path: path.stat().st_mtime).parent


FIRST_PORT, LAST_PORT = 26_000, 32_000


def free_ports(count):
    """The first of so many free ports in a row, below those that the kernel gives to outgoing connections: one of these
    could take ours before we do. Above those of Tests/EndToEnd/RunningPlatform.swift, whose suites run at the same time.

    Nobody listens on them yet, so a file remembers what earlier calls got: two judges, or a platform and its broker,
    never get the same port."""
    with open(pathlib.Path(tempfile.gettempdir(), f"souk-test-ports-{os.getuid()}"), "a+") as given:
        fcntl.flock(given, fcntl.LOCK_EX)
        given.seek(0)
        text = given.read()
        first = int(text) if text.isdecimal() else random.randrange(FIRST_PORT, LAST_PORT)
        while True:
            if not FIRST_PORT <= first <= LAST_PORT - count:
                first = FIRST_PORT
            try:
                for port in range(first, first + count):
                    with socket.socket() as probe:
                        probe.bind(("127.0.0.1", port))
                break
            except OSError:
                first += 1
        given.truncate(0)
        given.write(str(first + count))
        return first


class KeptConnections(threading.local):
    """One connection for each thread that asks; it stays open between requests."""

    def __init__(self, port):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)

    def exchange(self, method, target, data, headers):
        try:
            self.connection.request(method, target, data, headers)
            answer = self.connection.getresponse()
            return answer.status, answer.headers, answer.read()
        except (OSError, http.client.HTTPException):
            # The next request opens it again.
            self.connection.close()
            raise


def exchange(port, method, target, data=None, headers=None, follow=True, kept=None):
    """Answers (status, headers, bytes) of one request.

    A request that takes longer than the gateway waits gets 202 and an operation. This asks for the operation until it
    ends, as an app does: on a busy machine anything can take that long. `follow=False`, or a `Prefer` header, gives
    the 202 itself. `kept`: connections that stay open; whoever gives them asks again when one was lost."""
    headers = dict(headers or {})

    def once(method, target, data, headers):
        if kept:
            return kept.exchange(method, target, data, headers)
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        connection.request(method, target, data, headers)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        return answer.status, answer.headers, text

    first = once(method, target, data, headers)
    place = first[1].get("Location")
    if first[0] != 202 or not follow or "/operations/" not in (place or "") or any(name.lower() == "prefer" for name in headers):
        return first
    place = urllib.parse.urlsplit(place).path
    asking = {name: value for name, value in headers.items() if name.lower() in ("authorization", "cookie")}
    deadline = time.monotonic() + 180
    while time.monotonic() < deadline:
        status, got, text = once("GET", place, None, asking)
        operation = json.loads(text) if status == 200 else {}
        if operation.get("response"):
            status, body = operation["response"]["status"], operation["response"].get("body")
            if status >= 400:
                # An operation tells status and body; these headers follow from them.
                del got["Content-Type"]
                got["Content-Type"] = "application/problem+json"
                if status == 401:
                    got["WWW-Authenticate"] = "Bearer"
            return status, got, b"" if body is None else json.dumps(body).encode()
        if operation.get("status") != "pending":
            return first
        # As long as the gateway asks for: each question counts towards the limit of its address.
        time.sleep(int(first[1].get("Retry-After") or 1))
    return first


class Stalls:
    """Stops single services for up to two seconds, again and again, as a machine does that has too much to do. A script
    that does not wait for what another service hears of fails then."""

    def __init__(self, run_file, seed):
        self.run_file, self.chances, self.over = run_file, random.Random(seed), threading.Event()
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def run(self):
        while not self.over.wait(self.chances.uniform(0.1, 0.6)):
            try:
                processes = json.loads(self.run_file.read_text())["processes"]
                process = processes[self.chances.choice(sorted(set(processes) - {"broker"}))]
                os.kill(process, signal.SIGSTOP)
            except (OSError, KeyError, ValueError):
                continue  # It is being started again.
            self.over.wait(self.chances.uniform(0.1, 2))
            try:
                os.kill(process, signal.SIGCONT)
            except ProcessLookupError:
                continue

    def end(self):
        self.over.set()
        self.thread.join()


class Platform:
    """A platform with its own data and ports. With the settings `bench` rate limits are out of the way, with
    `development` they are those of `make run`. `SOUK_STALLS=seed` stalls its services, see `Stalls`."""

    def __init__(self, tenants, seed, settings="bench", servers=None, log_level="error"):
        """`servers`: an external cluster that holds nothing of Souk yet; without it the platform uses an embedded
        broker."""
        self.folder, self.stalls = tempfile.mkdtemp(prefix="souk-judge-"), None
        self.port = free_ports(len(SERVICES) + 3)
        environment = dict(os.environ, SOUK_DATA=self.folder + "/data", SOUK_PORT=str(self.port), SOUK_BROKER_PORT=str(free_ports(1)),
                           SOUK_SETTINGS=str(ROOT / f"deploy/settings/{settings}.yml"), SOUK_LOG_LEVEL=log_level, SOUK_HOME=str(ROOT))
        environment.pop("KAFKA_BOOTSTRAP_SERVERS", None)
        if servers:
            environment["KAFKA_BOOTSTRAP_SERVERS"] = servers
        self.servers = servers or f"127.0.0.1:{environment['SOUK_BROKER_PORT']}"
        command = [programs() / "souk", "up", "--tenants", str(tenants)] + ([] if seed else ["--no-seed"])
        self.log = []
        self.process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.environment = environment
        ready = threading.Event()

        def follow():
            for line in self.process.stdout:
                self.log.append(line.rstrip())
                if "READY " in line:
                    ready.set()
            ready.set()

        threading.Thread(target=follow, daemon=True).start()
        ready.wait(180)
        if not any("READY " in line for line in self.log):
            self.stop()
            raise SystemExit("the platform did not start:\n" + "\n".join(self.log[-30:]))
        if os.environ.get("SOUK_STALLS"):
            self.stalls = Stalls(pathlib.Path(self.folder, "data", "run.json"), os.environ["SOUK_STALLS"])

    def operator_addresses(self):
        """Program → its address for operators (`/live`, `/metrics`): the ports follow the gateway's."""
        return {name: f"127.0.0.1:{self.port + 1 + index}" for index, name in enumerate((*SERVICES, "gateway"))}

    def broker_pid(self):
        return json.loads(pathlib.Path(self.folder, "data", "run.json").read_text())["processes"]["broker"]

    def tool(self, *arguments):
        """Runs the operators' tool against this platform."""
        return subprocess.run([programs() / "souk", *arguments], cwd=ROOT, env=self.environment, check=True, capture_output=True,
                              text=True).stdout

    def verify(self):
        """Rebuilds every service's shards from their logs and compares them with the live files. Answers what the tool
        says of those that differ.

        The embedded broker keeps five megabytes of a log: a shard that had more cannot be rebuilt, and that is said, not counted."""

        def verified(service):
            run = subprocess.run([programs() / "souk", "verify", service], cwd=ROOT, env=self.environment, capture_output=True, text=True)
            if run.returncode != 0 and "does not hold the whole history" in run.stderr:
                print(f"(not rebuilt: {service}: {run.stderr.strip()})", flush=True)
                return None
            return None if run.returncode == 0 else f"{service}: {run.stdout}{run.stderr}"

        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            return [words for words in pool.map(verified, SERVICES) if words]

    def wait_for_arrival(self, service, request_id, seconds=60):
        """Waits until the log of a service holds a message that a request caused. The service applies later messages
        after it."""
        read = ["kcat", "-C", "-e", "-q", "-b", f"127.0.0.1:{self.environment['SOUK_BROKER_PORT']}", "-t", f"{service}.commands", "-f",
                "%h\n"]
        deadline = time.monotonic() + seconds
        while f"ce_correlationid={request_id}" not in subprocess.run(read, capture_output=True, text=True).stdout:
            assert time.monotonic() < deadline, f"nothing of request {request_id} reached {service} within {seconds} s"
            time.sleep(0.05)

    def revocations(self):
        """Sessions that ended, as the log has them."""
        return "\n".join(line for line in self.tool("tail", "auth.events", "--from", "beginning", "--no-follow").splitlines()
            if "session-revoked" in line)

    def request(self, method, path, body=None, token=None, headers=None, follow=True):
        """Answers (status, JSON); see `exchange`."""
        sent = dict(headers or {})
        if body is not None:
            sent["content-type"] = "application/json"
        if token:
            sent["authorization"] = f"Bearer {token}"
        data = None if body is None else json.dumps(body).encode()
        status, _, text = exchange(self.port, method, path, data, sent, follow)
        return status, json.loads(text) if text else None

    def stop(self):
        if self.stalls:
            self.stalls.end()
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.process.kill()
        shutil.rmtree(self.folder, ignore_errors=True)
