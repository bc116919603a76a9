#!/usr/bin/env python3
"""Measures how long the whole platform takes from `souk up` to READY on Apache Kafka: on an empty cluster (no topics,
no groups, no offsets topic), again on the cluster and the files of that start, and as often again on the last cluster
("old"): a start must not get slower with the number of starts before it. Needs built programs (SOUK_PROGRAMS names their
folder) and BROKER_HOME, see kafka.sh.

    BROKER_HOME=/opt/kafka Tests/Broker/start_times.py            20 starts of each kind
    BROKER_HOME=/opt/kafka Tests/Broker/start_times.py --runs 3 --keep-log /tmp/starts

Exits with 1 if a start took longer than its bound. Other work slows the machine, so each figure shows the load."""
import argparse, os, pathlib, shutil, signal, statistics, subprocess, sys, tempfile, threading, time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "Interop" / "support"))
import souk_platform

BOUND_SECONDS = {"empty": 15.0, "warm": 5.0, "old": 5.0}
GIVE_UP_SECONDS = 120


class Cluster:
    """A broker of this test; removes all its data at the end."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="souk-start-broker-")
        # BROKER_PORT + 1 is for clients, BROKER_PORT + 11 for the controller.
        self.environment = dict(os.environ, BROKER_DIR=self.folder, BROKER_PORT=str(souk_platform.free_ports(13)))

    def make_anew(self):
        run = subprocess.run([HERE / "kafka.sh", "one"], env=self.environment, capture_output=True, text=True)
        assert run.returncode == 0, run.stderr
        return dict(line.split("=", 1) for line in run.stdout.split())["KAFKA_BOOTSTRAP_SERVERS"]

    def stop(self):
        subprocess.run([HERE / "kafka.sh", "stop"], env=self.environment, check=True)


def start(servers, data, log):
    """Starts the platform, waits for READY and stops it. Returns the seconds; None: it did not become ready."""
    environment = dict(os.environ, KAFKA_BOOTSTRAP_SERVERS=servers, SOUK_DATA=data, SOUK_PORT=str(souk_platform.free_ports(9)),
                       SOUK_HOME=str(souk_platform.ROOT),
                       SOUK_SETTINGS=str(souk_platform.ROOT / "deploy/settings/bench.yml"))
    began = time.monotonic()
    process = subprocess.Popen([souk_platform.programs() / "souk", "up", "--no-seed"], cwd=souk_platform.ROOT, env=environment,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    ready, took = threading.Event(), []

    def follow():
        for line in process.stdout:
            log.write(f"{time.monotonic() - began:7.3f} {line}")
            if "READY " in line and not took:
                took.append(time.monotonic() - began)
                ready.set()
        ready.set()

    reader = threading.Thread(target=follow)
    reader.start()
    ready.wait(GIVE_UP_SECONDS)
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(60)
    except subprocess.TimeoutExpired:
        process.kill()
    reader.join()
    return took[0] if took else None


def main():
    arguments = argparse.ArgumentParser(description="see the head of this file")
    arguments.add_argument("--runs", type=int, default=20)
    arguments.add_argument("--keep-log", metavar="FOLDER", help="where what the programs say is kept, one file for each start")
    options = arguments.parse_args()
    logs = pathlib.Path(options.keep_log or tempfile.mkdtemp(prefix="souk-start-logs-"))
    logs.mkdir(parents=True, exist_ok=True)
    cluster, times = Cluster(), {"empty": [], "warm": [], "old": []}
    try:
        for run in range(1, options.runs + 1):
            servers = cluster.make_anew()
            data = tempfile.mkdtemp(prefix="souk-start-data-")
            for kind in ["empty", "warm"] + ["old"] * (options.runs if run == options.runs else 0):
                load = os.getloadavg()[0]
                with open(logs / f"{run:02}-{kind}.log", "a") as log:
                    took = start(servers, data, log)
                times[kind].append(took)
                words = "not ready" if took is None else f"{took:6.2f} s"
                print(f"{run:2} {kind:5} {words}   (load {load:.1f} before, {os.getloadavg()[0]:.1f} after)", flush=True)
            shutil.rmtree(data, ignore_errors=True)
    finally:
        cluster.stop()
        shutil.rmtree(cluster.folder, ignore_errors=True)
    late = 0
    for kind, all_times in times.items():
        known = [took for took in all_times if took is not None]
        within = [took for took in known if took <= BOUND_SECONDS[kind]]
        late += len(all_times) - len(within)
        figures = f"min {min(known):.2f} s, median {statistics.median(known):.2f} s, max {max(known):.2f} s" if known else "none got ready"
        print(f"{kind}: {len(within)} of {len(all_times)} within {BOUND_SECONDS[kind]:.0f} s; {figures}")
    if options.keep_log is None:
        shutil.rmtree(logs, ignore_errors=True)
    sys.exit(1 if late else 0)


main()
