"""Interop test of our alerts and dashboard with Prometheus: promtool tests every rule; a real server scrapes a running
platform and must find the metrics of each panel and each rule. Then the broker stops, and after that it is killed: every
service and the gateway still answer probes and scrapes at once, and the metric about the broker says so.
`SOUK_OUTAGE_SECONDS=75` makes both outages as long as an orchestrator waits before it gives up. With the settings that
`Tests/Broker/kafka.sh one` prints it does all this to that broker."""
import collections, json, os, pathlib, re, shutil, signal, socket, statistics, subprocess, sys, tempfile, time, urllib.parse, urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "support"))
import souk_platform

FOLDER = souk_platform.ROOT / "deploy" / "prometheus"
RULES = FOLDER / "rules.yml"
OUTAGE_SECONDS = int(os.environ.get("SOUK_OUTAGE_SECONDS") or 20)
# What is answered from memory takes no time worth telling (the limit of 0.1 s is measured and printed, because other
# programs use this machine); what asks a broker first waits for ten seconds and more.
PROBE_SECONDS = 0.1
PROBE_SECONDS_MAX = 5
# What may be answered. A program without a broker is not ready.
PROBES = {"/live": {200}, "/ready": {200, 503}, "/metrics": {200}}


def check_rules():
    for command in (["check", "rules", "rules.yml"], ["test", "rules", "rules-test.yml"]):
        run = subprocess.run(["promtool", *command], cwd=FOLDER, capture_output=True, text=True)
        assert run.returncode == 0, run.stdout + run.stderr
    alerts = set(re.findall(r"- alert: (\w+)", RULES.read_text()))
    tests = (FOLDER / "rules-test.yml").read_text()
    for alert in alerts:
        for case in ("fires", "stays silent"):
            assert f"name: {alert} {case}\n" in tests, f"rules-test.yml has no case '{alert} {case}'"
    print(f"✓ {len(alerts)} alerts, each with a firing and a silent case")


def dashboard_queries():
    board = json.loads((FOLDER / "grafana-dashboard.json").read_text())
    ids = [panel["id"] for panel in board["panels"]]
    assert len(ids) == len(set(ids)), "two panels with one id"
    for panel in board["panels"]:
        references = [target["refId"] for target in panel["targets"]]
        assert len(references) == len(set(references)), f"{panel['title']}: two queries with one refId"
        for target in panel["targets"]:
            yield panel["title"], target["expr"]


class Prometheus:
    def __init__(self, targets):
        self.folder, self.port = tempfile.mkdtemp(prefix="souk-prometheus-"), souk_platform.free_ports(1)
        jobs = [{"job_name": job, "static_configs": [{"targets": [address], "labels": {"namespace": "souk"}}]} for job,
                address in targets.items()]
        intervals = {"scrape_interval": "5s", "scrape_timeout": "5s", "evaluation_interval": "1s"}
        settings = {"global": intervals, "rule_files": [str(RULES)], "scrape_configs": jobs}
        file = pathlib.Path(self.folder) / "prometheus.yml"
        file.write_text(json.dumps(settings))  # JSON is valid YAML.
        self.log = open(pathlib.Path(self.folder) / "log", "w")
        self.process = subprocess.Popen(
            ["prometheus", f"--config.file={file}", f"--storage.tsdb.path={self.folder}/data",
             f"--web.listen-address=127.0.0.1:{self.port}"],
            stdout=self.log, stderr=subprocess.STDOUT)

    def ask(self, path, **parameters):
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/api/v1/{path}?{urllib.parse.urlencode(parameters)}",
                                    timeout=30) as answer:
            return json.load(answer)["data"]

    def query(self, expression):
        return self.ask("query", query=expression)["result"]

    def stop(self):
        self.process.terminate()
        self.process.wait(30)
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def eventually(what, condition, seconds=120):
    deadline = time.monotonic() + seconds
    while True:
        try:
            found = condition()
        except OSError:
            found = None
        if found:
            return found
        assert time.monotonic() < deadline, f"not within {seconds} s: {what}"
        time.sleep(0.2)


def probe(address, path):
    """Answers the status and the seconds until the whole answer was there. Nothing but system calls counts, so that the
    client's own work does not."""
    host, port = address.split(":")
    request = f"GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n".encode()
    parts = []
    started = time.monotonic()
    with socket.create_connection((host, int(port)), timeout=30) as connection:
        connection.sendall(request)
        while part := connection.recv(1 << 20):
            parts.append(part)
    took = time.monotonic() - started
    answer = b"".join(parts)
    assert answer.startswith(b"HTTP/1.1 "), f"{address}{path}: {answer[:80]}"
    return int(answer[9:12]), took


def run(platform):
    targets = platform.operator_addresses()
    server = Prometheus(targets)
    try:
        eventually("all programs are scraped", lambda: len(server.query("up == 1")) == len(targets))
        # A rate needs two scrapes with traffic in between.
        for _ in range(5):
            status, _ = platform.request("GET", "/t/eventpass/api/v1/events")
            assert status == 200
        for title, expression in dashboard_queries():
            eventually(f"{title}: {expression} finds something", lambda: server.query(expression))
            print(f"✓ panel {title}: {expression}", flush=True)
        groups = server.ask("rules")["groups"]
        rules = [rule for group in groups for rule in group["rules"]]
        eventually("every rule was evaluated",
                   lambda: all(rule["health"] == "ok" for group in server.ask("rules")["groups"] for rule in group["rules"]))
        for name in sorted(set(re.findall(r"\bsouk_[a-z_]+", " ".join(rule["query"] for rule in rules)))):
            eventually(f"{name}, which a rule asks for, is scraped", lambda: server.query(f"count({name})"))
        print(f"✓ {len(rules)} rules evaluated, and every metric they ask for is there")
        outages(platform, server, targets)
    finally:
        server.stop()


class EmbeddedBroker:
    def __init__(self, platform):
        self.platform, self.pid = platform, platform.broker_pid()

    def kill(self):
        # The supervisor would start the broker again at once, so it stands still meanwhile.
        os.kill(self.platform.process.pid, signal.SIGSTOP)
        os.kill(self.pid, signal.SIGKILL)

    def start(self):
        os.kill(self.platform.process.pid, signal.SIGCONT)


class GivenBroker:
    """A broker that `Tests/Broker/kafka.sh one` has started."""

    def __init__(self, pid):
        self.pid = pid
        self.command = pathlib.Path(f"/proc/{pid}/cmdline").read_text().split("\0")[:-1]

    def kill(self):
        os.kill(self.pid, signal.SIGKILL)

    def start(self):
        again = subprocess.Popen(self.command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        # For whoever ends it: `kafka.sh stop`.
        pathlib.Path(self.command[-1]).with_name("pid").write_text(str(again.pid))


def outages(platform, server, targets):
    """Neither kind of outage may make a probe of an orchestrator wait."""
    given = os.environ.get("SOUK_TEST_BROKER_PIDS")
    broker = GivenBroker(int(given)) if given else EmbeddedBroker(platform)
    outage(server, targets, "stopped: it takes connections and does not answer",
           lambda: os.kill(broker.pid, signal.SIGSTOP), lambda: os.kill(broker.pid, signal.SIGCONT))
    outage(server, targets, "killed: it refuses connections", broker.kill, broker.start)


def outage(server, targets, what, begin, end):
    times = collections.defaultdict(list)
    noticed = set()
    begin()
    try:
        started = time.monotonic()
        while time.monotonic() - started < OUTAGE_SECONDS or not noticed >= set(targets):
            missing = sorted(set(targets) - noticed)
            assert time.monotonic() - started < OUTAGE_SECONDS + 100, f"who has not noticed that the broker is away: {missing}"
            for job, address in targets.items():
                for path, allowed in PROBES.items():
                    status, took = probe(address, path)
                    assert status in allowed, f"the broker is {what}: {job}{path} answers {status}"
                    assert took < PROBE_SECONDS_MAX, f"the broker is {what}: {job}{path} took {took:.2f} s"
                    times[job, path].append(took)
                    if path == "/ready" and status == 503:
                        noticed.add(job)
            time.sleep(0.5)
        eventually("a metric says that the broker is away", lambda: server.query("souk_broker_reachable == 0"))
        assert not server.query(f"min_over_time(up[{OUTAGE_SECONDS}s]) == 0"), "a scrape failed while the broker was away"
    finally:
        end()
    everything = sorted(took for taken in times.values() for took in taken)
    slowest = max(times, key=lambda key: statistics.median(times[key]))
    eventually("the broker is reached again", lambda: not server.query("souk_broker_reachable == 0"))
    for job, address in targets.items():
        eventually(f"{job} is ready again", lambda: probe(address, "/ready")[0] == 200)
    late = sum(took > PROBE_SECONDS for took in everything)
    print(f"✓ the broker was {what}; {len(everything)} probes, {late} of them longer than {PROBE_SECONDS * 1000:.0f} ms: "
          f"median {statistics.median(everything) * 1000:.1f} ms, p90 {everything[len(everything) * 9 // 10] * 1000:.1f} ms, "
          f"slowest {everything[-1] * 1000:.0f} ms; the slowest median, "
          f"{slowest[0]}{slowest[1]}, {statistics.median(times[slowest]) * 1000:.1f} ms", flush=True)


def main():
    check_rules()
    platform = souk_platform.Platform(souk_platform.ROOT / "deploy" / "tenants", seed=True,
                                      servers=os.environ.get("KAFKA_BOOTSTRAP_SERVERS"))
    try:
        run(platform)
    finally:
        platform.stop()


if __name__ == "__main__":
    main()
