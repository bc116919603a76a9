#!/usr/bin/env python3
"""Measures the cost of 5,000 idle tenants on one shard: each has a definition and a timer far in the future, and no
requests. A service may spend at most 1 % of a core on them."""
import json, os, pathlib, signal, sqlite3, sys, time, urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Interop/support"))
import souk_platform

TENANTS = 5_000
JUDGED = ("notifications", "orders")
SECONDS = 20


def process(platform, service):
    return json.loads(pathlib.Path(platform.folder, "data", "run.json").read_text())["processes"].get(service)


def is_ready(platform, service):
    try:
        with urllib.request.urlopen(f"http://{platform.operator_addresses()[service]}/ready", timeout=2) as answer:
            return answer.status == 200
    except OSError:
        return False


def processor_seconds(pid):
    """The processor time of a process, including its threads."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def shares(platform):
    """Service → percent of a core, measured over SECONDS."""
    pids = {service: process(platform, service) for service in JUDGED}
    before = {service: processor_seconds(pid) for service, pid in pids.items()}
    started = time.monotonic()
    time.sleep(SECONDS)
    elapsed = time.monotonic() - started
    return {service: 100 * (processor_seconds(pid) - before[service]) / elapsed for service, pid in pids.items()}


def settle(platform, pids, seconds=120):
    """Waits until other processes than these are ready and the work of the start is over."""
    deadline = time.monotonic() + seconds
    while any(process(platform, service) in (None, pids.get(service)) or not is_ready(platform, service) for service in JUDGED):
        assert time.monotonic() < deadline, "not ready again:\n" + "\n".join(platform.log[-20:])
        time.sleep(0.1)
    time.sleep(10)


def fill(path):
    """Copies the shard's tenant many times."""
    file = sqlite3.connect(path, timeout=30)
    with file:
        tenant, definition = file.execute("SELECT tenant, definition FROM souk_tenant WHERE definition IS NOT NULL LIMIT 1").fetchone()
        columns = [row[1] for row in file.execute("PRAGMA table_info(souk_tenant)") if row[1] not in ("tenant", "definition")]
        copied = ", ".join(columns)
        document = json.loads(definition)
        month = int((time.time() + 30 * 86_400) * 1000)
        for number in range(TENANTS):
            name = f"quiet-{number}"
            file.execute(f"INSERT INTO souk_tenant (tenant, definition, {copied}) SELECT ?, ?, {copied} FROM souk_tenant WHERE tenant = ?",
                         (name, json.dumps(dict(document, tenant=name)).encode(), tenant))
            file.execute("INSERT INTO souk_timer (tenant, id, due_at, type, value, correlation_id, message_id) VALUES (?, 'far', ?, "
                         "'quiet.v1', x'7b7d', 'c', ?)",
                         (name, month + number, f"{name}/far"))
    file.close()


def main():
    platform = souk_platform.Platform(souk_platform.ROOT / "deploy/tenants", seed=False)
    try:
        settle(platform, {})
        alone = shares(platform)
        pids = {service: process(platform, service) for service in JUDGED}
        for service in JUDGED:
            fill(pathlib.Path(platform.folder, "data", service, "p0.sqlite"))
            # Its supervisor restarts it with the new contents of the file.
            os.kill(pids[service], signal.SIGKILL)
        settle(platform, pids)
        crowded = shares(platform)
        for service in JUDGED:
            print(f"{service}: {alone[service]:.2f} % of a core with few tenants, {crowded[service]:.2f} % with {TENANTS:,} more",
                  flush=True)
        dear = [service for service in JUDGED if crowded[service] - alone[service] > 1]
        assert not dear, f"quiet tenants cost more than 1 % of a core in {', '.join(dear)}"
    finally:
        platform.stop()


main()
