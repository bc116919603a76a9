#!/usr/bin/env python3
"""Judges our e-mails with software that is not ours: a real mail server (aiosmtpd) that wants STARTTLS and a password takes them,
Python's e-mail parser and icalendar read them. The letters are sent by the Swift suite RealMailServerTests; what they
must say is in mail-cases.json."""
import email, email.policy, json, logging, os, pathlib, ssl, subprocess, sys, tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "support"))
import souk_platform

souk_platform.inside_venv("mail", ["aiosmtpd==1.4.6", "icalendar==7.3.0", "trustme==1.2.1"], __file__)

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def serve(folder):
    import trustme
    from aiosmtpd.controller import Controller
    from aiosmtpd.smtp import AuthResult

    authority = trustme.CA()
    certificate = authority.issue_cert("localhost", "127.0.0.1")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    certificate.configure_cert(context)
    roots = pathlib.Path(folder) / "roots.pem"
    authority.cert_pem.write_to_path(roots)

    class Handler:
        def __init__(self):
            self.letters, self.later = [], 0

        async def handle_RCPT(self, server, session, envelope, address, options):
            if address.startswith("nobody@"):
                return "550 5.1.1 no such mailbox"
            if address.startswith("later@"):
                self.later += 1
                if self.later == 1:
                    return "451 4.3.0 try later"
            envelope.rcpt_tos.append(address)
            return "250 2.1.5 ok"

        async def handle_DATA(self, server, session, envelope):
            assert session.ssl is not None, "a letter came in clear"
            self.letters.append((envelope.mail_from, envelope.rcpt_tos, envelope.content, list(envelope.mail_options)))
            return "250 2.0.0 taken"

    def authenticate(server, session, envelope, mechanism, data):
        good = data.login == b"souk" and data.password == b"geheim"
        return AuthResult(success=good, handled=good)

    handler = Handler()
    controller = Controller(handler, hostname="127.0.0.1", port=0, tls_context=context, require_starttls=True, authenticator=authenticate,
                            auth_required=True,
                            auth_require_tls=True, enable_SMTPUTF8=True, server_hostname="judge.example")
    import socket
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        controller.port = probe.getsockname()[1]
    controller.start()
    return handler, controller, roots


def send(port, roots):
    """The newest test bundle sends the letters."""
    bundles = [(path.stat().st_mtime, path.parent.name) for path in ROOT.glob(".build/*/soukPackageTests.xctest")]
    if not bundles:
        sys.exit("build the tests first: make test")
    configuration = max(bundles)[1]
    environment = dict(os.environ, SOUK_MAIL_PEER=str(port), SOUK_MAIL_ROOTS=str(roots))
    done = subprocess.run(["swift", "test", "--skip-build", "-c", configuration, "--filter", "RealMailServerTests"], cwd=ROOT,
                          env=environment, capture_output=True, text=True)
    if done.returncode != 0 or "with 2 tests" not in done.stdout + done.stderr:
        sys.exit(f"the letters were not sent:\n{done.stdout[-4000:]}\n{done.stderr[-2000:]}")


def text_of(part):
    return part.get_content().replace("\r\n", "\n")


def judge(case, letter):
    sender, recipients, raw, options = letter
    problems = []

    def expect(what, got, wanted):
        if got != wanted:
            problems.append(f"{case['to']}: {what} is {got!r}, not {wanted!r}")

    message = email.message_from_bytes(raw, policy=email.policy.default)
    lines = raw.split(b"\r\n")
    expect("longest line", max(map(len, lines)) <= 998, True)
    expect("bare line ends", b"\n" in raw.replace(b"\r\n", b"") or b"\r" in raw.replace(b"\r\n", b""), False)
    is_ascii = case["to"].isascii()
    expect("bytes beyond ASCII", all(byte < 128 for byte in raw), is_ascii)
    expect("SMTPUTF8", "SMTPUTF8" in options, not is_ascii)
    for part in message.walk():
        expect(f"defects of {part.get_content_type()}", [str(defect) for defect in part.defects], [])
    head, _, _ = raw.partition(b"\r\n\r\n")
    for name in ["From", "To", "Subject", "Date", "Message-ID", "MIME-Version", "Reply-To", "Auto-Submitted"]:
        expect(f"count of {name}", len(message.get_all(name, [])), 1)
    for name in ["Bcc", "Cc"]:
        expect(name, message.get_all(name, []), [])
    if is_ascii:
        expect("long header lines", [line for line in head.split(b"\r\n") if len(line) > 78], [])
    expect("subject", message["Subject"], case.get("subjectRead", case["subject"]))
    expect("from", (message["From"].addresses[0].display_name, message["From"].addresses[0].addr_spec),
           ('Salón "Ñandú" <x@y>', "no-reply@test.example"))
    if is_ascii:
        expect("to", message["To"].addresses[0].addr_spec, case["to"])
    expect("envelope", (sender, recipients), ("no-reply@test.example", [case["to"]]))
    expect("date", message["Date"].datetime.isoformat(), "2026-11-21T07:00:00+00:00")
    unsubscribe = case.get("unsubscribeRead", case["unsubscribe"])
    expect("List-Unsubscribe", message["List-Unsubscribe"], f"<{unsubscribe}>" if unsubscribe else None)
    expect("List-Unsubscribe-Post", message["List-Unsubscribe-Post"], "List-Unsubscribe=One-Click" if unsubscribe else None)
    expect("text", text_of(message.get_body(("plain",))), case.get("textRead", case["text"]))
    html = text_of(message.get_body(("html",)))
    expect("html", html.rstrip("\n"), case["html"].rstrip("\n"))
    files = list(message.iter_attachments())
    expect("attachments", len(files), 2 if case["ics"] else 0)
    if case["ics"]:
        judge_calendar(case, files, expect)
    return problems


def judge_calendar(case, files, expect):
    import icalendar

    expect("file names", [file.get_filename() for file in files], ["invite.ics", "Einlaß مهرجان الربيع الكبير في مدينة وهران.bin"])
    expect("calendar type", (files[0].get_content_type(), files[0].get_param("method")), ("text/calendar", "PUBLISH"))
    expect("bytes", files[1].get_content(), bytes([0, 1, 2, 3]))
    text = files[0].get_content()
    expect("calendar lines", max(len(line.encode()) for line in text.split("\r\n")) <= 75, True)
    event = icalendar.Calendar.from_ical(text).events[0]
    expect("summary", str(event["SUMMARY"]), case["title"])
    expect("location", str(event["LOCATION"]), case["place"])
    expect("start", event.start.isoformat(), "2026-11-26T07:00:00+00:00")
    expect("end", event.end.isoformat(), "2026-11-26T09:00:00+00:00")
    expect("uid, sequence", (str(event["UID"]), int(event["SEQUENCE"])), ("event-1@test", 3))


def main():
    logging.disable(logging.WARNING)
    cases = json.loads((pathlib.Path(__file__).parent / "mail-cases.json").read_text())
    with tempfile.TemporaryDirectory() as folder:
        handler, controller, roots = serve(folder)
        try:
            send(controller.port, roots)
        finally:
            controller.stop()
    letters = {letter[1][0]: letter for letter in handler.letters}
    problems = [f"{case['to']}: nothing came" for case in cases if case["to"] not in letters]
    for case in cases:
        if case["to"] in letters:
            problems += judge(case, letters[case["to"]])
    ids = [email.message_from_bytes(letter[2], policy=email.policy.default)["Message-ID"] for letter in handler.letters]
    if len(set(ids)) != len(ids):
        problems.append("two letters have one Message-ID")
    if problems:
        sys.exit("\n".join(problems))
    print(f"mail: {len(cases)} letters taken by aiosmtpd over STARTTLS and read back by Python's parser and icalendar as they were written")


if __name__ == "__main__":
    main()
