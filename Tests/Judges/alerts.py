"""Interop test of our alerts and dashboard with Prometheus: promtool tests every rule; a real server scrapes a running
platform and must find the metrics of each panel and each rule. Then the broker stops: probes and scrapes still answer,
and the rules about the broker fire."""
import json, os, pathlib, re, shutil, signal, subprocess, sys, tempfile, time, urllib.parse, urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "support"))
import street

FOLDER = street.ROOT / "deploy" / "prometheus"
RULES = FOLDER / "rules.yml"
# How long a probe may take while no broker answers, times ten for a busy machine.
PROBE_SECONDS_MAX = 0.1 * 10


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
        self.folder, self.port = tempfile.mkdtemp(prefix="souk-prometheus-"), street.free_ports(1)
        jobs = [{"job_name": job, "static_configs": [{"targets": [address], "labels": {"namespace": "souk"}}]} for job, address in targets.items()]
        settings = {"global": {"scrape_interval": "1s", "evaluation_interval": "1s"}, "rule_files": [str(RULES)], "scrape_configs": jobs}
        file = pathlib.Path(self.folder) / "prometheus.yml"
        file.write_text(json.dumps(settings))  # JSON is valid YAML.
        self.log = open(pathlib.Path(self.folder) / "log", "w")
        self.process = subprocess.Popen(
            ["prometheus", f"--config.file={file}", f"--storage.tsdb.path={self.folder}/data", f"--web.listen-address=127.0.0.1:{self.port}"],
            stdout=self.log, stderr=subprocess.STDOUT)

    def ask(self, path, **parameters):
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/api/v1/{path}?{urllib.parse.urlencode(parameters)}", timeout=30) as answer:
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
    started = time.monotonic()
    with urllib.request.urlopen(f"http://{address}{path}", timeout=30) as answer:
        answer.read()
    return time.monotonic() - started


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
            eventually(f"{title}: {expression} finds something", lambda: server.query(expression), 60)
            print(f"✓ panel {title}: {expression}", flush=True)
        groups = server.ask("rules")["groups"]
        rules = [rule for group in groups for rule in group["rules"]]
        eventually("every rule was evaluated", lambda: all(rule["health"] == "ok" for group in server.ask("rules")["groups"] for rule in group["rules"]), 60)
        for name in sorted(set(re.findall(r"\bsouk_[a-z_]+", " ".join(rule["query"] for rule in rules)))):
            eventually(f"{name}, which a rule asks for, is scraped", lambda: server.query(f"count({name})"), 60)
        print(f"✓ {len(rules)} rules evaluated, and every metric they ask for is there")
        stopped_broker(platform, server, targets)
    finally:
        server.stop()


def stopped_broker(platform, server, targets):
    """The broker accepts connections but does not answer: no probe of an orchestrator may wait for it."""
    broker = platform.broker_pid()
    os.kill(broker, signal.SIGSTOP)
    slowest = 0.0
    try:
        started = time.monotonic()
        while time.monotonic() - started < 20 or not server.query("souk_broker_reachable == 0"):
            assert time.monotonic() - started < 120, "no service noticed that the broker is away"
            for job, address in targets.items():
                for path in ("/live", "/metrics"):
                    took = probe(address, path)
                    assert took < PROBE_SECONDS_MAX, f"{job}{path} took {took:.2f} s without a broker"
                    slowest = max(slowest, took)
            time.sleep(1)
        assert not server.query("up == 0"), "a scrape failed while the broker was away"
    finally:
        os.kill(broker, signal.SIGCONT)
    eventually("the broker is reached again", lambda: not server.query("souk_broker_reachable == 0"))
    print(f"✓ the broker stopped: probes and scrapes answered within {slowest * 1000:.0f} ms, and the metric says so")


def main():
    check_rules()
    platform = street.Street(street.ROOT / "deploy" / "tenants", seed=True)
    try:
        run(platform)
    finally:
        platform.stop()


if __name__ == "__main__":
    main()
