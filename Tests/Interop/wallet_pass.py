#!/usr/bin/env python3
"""Is a ticket for the wallet of a phone (`.pkpass`) what the format says, to programs that know nothing of Souk?

Python's zipfile takes it apart, openssl (Debian package) verifies the detached signature of its list of files, hashlib
finds every file's SHA-1 in that list, pypng (PyPI) reads the pictures, and the text of its QR code is the one that
zbar (Debian: zbar-tools) reads from `qr.png` of the same ticket. A tenant without the plugin has no such route."""
import hashlib, io, json, os, pathlib, shutil, subprocess, sys, tempfile, zipfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "support"))
import souk_platform

souk_platform.inside_venv("wallet-pass", ["PyYAML==6.0.3", "pypng==0.20220715.0"], __file__)
import png, yaml

BASE, OTHER = "/t/eventpass/api/v1", "/t/quartier/api/v1"
TERMS = {"passTypeIdentifier": "pass.ug.eventpass.ticket", "teamIdentifier": "A1B2C3D4E5", "certificate": "wallet", "color": "#123456"}
PICTURES = {"icon.png": 29, "icon@2x.png": 58, "icon@3x.png": 87}


def openssl(*arguments, **options):
    return subprocess.run(["openssl", *arguments], capture_output=True, **options)


def certificate(folder, name):
    """A certificate that signs itself, and its key: one file, as an operator keeps it."""
    path = pathlib.Path(folder, name + ".pem")
    made = openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", folder + "/key",
                   "-out", folder + "/certificate", "-days", "7", "-subj", f"/CN=Pass Type ID: {name}/OU=A1B2C3D4E5")
    assert made.returncode == 0, made.stderr
    path.write_text(pathlib.Path(folder, "certificate").read_text() + pathlib.Path(folder, "key").read_text())
    return path


def verifies(folder, files, trusted, manifest=None):
    pathlib.Path(folder, "signature").write_bytes(files["signature"])
    pathlib.Path(folder, "manifest").write_bytes(manifest or files["manifest.json"])
    return openssl("cms", "-verify", "-binary", "-inform", "DER", "-in", folder + "/signature", "-content", folder + "/manifest", "-CAfile",
                   str(trusted), "-purpose", "any", "-out", os.devnull).returncode == 0


def judge(platform, folder, own, other):
    def ask(path, token=None):
        headers = {"authorization": f"Bearer {token}"} if token else {}
        status, headers, body = souk_platform.exchange(platform.port, "GET", path, headers=headers)
        return status, headers, body

    status, answer = platform.request("POST", BASE + "/auth/login", {"email": "john@example.com", "password": "password123"})
    assert status == 200, answer
    token = answer["token"]
    status, config = platform.request("GET", BASE + "/config")
    assert status == 200 and config["features"]["walletPass"] is True, config
    status, tickets = platform.request("GET", BASE + "/tickets", token=token)
    tickets = [ticket for ticket in tickets["data"] if ticket["qr"]]
    assert status == 200 and tickets, tickets
    for ticket in tickets:
        path = f"{BASE}/tickets/{ticket['id']}/pass.pkpass"
        status, headers, body = ask(path, token)
        assert status == 200 and headers["content-type"] == "application/vnd.apple.pkpass", (status, headers)
        archive = zipfile.ZipFile(io.BytesIO(body))
        assert archive.testzip() is None
        files = {name: archive.read(name) for name in archive.namelist()}
        manifest = json.loads(files["manifest.json"])
        assert set(files) == {"manifest.json", "signature", *manifest} and {"pass.json", *PICTURES} == set(manifest), files.keys()
        assert manifest == {name: hashlib.sha1(files[name]).hexdigest() for name in manifest}
        for name, side in PICTURES.items():
            width, height, rows, _ = png.Reader(bytes=files[name]).asRGB8()
            assert (width, height) == (side, side) and list(next(rows)[:3]) == [0x12, 0x34, 0x56]
        assert verifies(folder, files, own) and not verifies(folder, files, other)
        assert not verifies(folder, files, own, files["manifest.json"].replace(b"a", b"b", 1))
        said = json.loads(files["pass.json"])
        assert said["formatVersion"] == 1 and said["passTypeIdentifier"] == TERMS["passTypeIdentifier"] and "eventTicket" in said, said
        assert said["barcodes"] == [said["barcode"]] and said["barcode"]["format"] == "PKBarcodeFormatQR"
        picture = pathlib.Path(folder, "qr.png")
        picture.write_bytes(ask(f"{BASE}/tickets/{ticket['id']}/qr.png", token)[2])
        read = subprocess.run(["zbarimg", "--raw", "-q", picture], capture_output=True, text=True, check=True).stdout.strip()
        assert said["barcode"]["message"] == ticket["qr"]["payload"] == read
        assert ask(path)[0] == 401
    # Nobody signed in: a route that is there asks who it is, one that is not says so.
    status, _, body = ask(f"{OTHER}/tickets/{tickets[0]['id']}/pass.pkpass")
    assert status == 404, (status, body)
    return len(tickets)


def main():
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as tenants:
        own, other = certificate(folder, "own"), certificate(folder, "other")
        for path in (souk_platform.ROOT / "deploy/tenants").glob("*.yml"):
            shutil.copy(path, tenants)
        text = (souk_platform.ROOT / "deploy/tenants/eventpass.yml").read_text()
        assert "\n  orders: [ticket-sale]\n" in text and "\nsettings:\n" in text
        definition = text.replace("\n  orders: [ticket-sale]\n", "\n  orders: [ticket-sale, wallet-pass]\n", 1)
        terms = "".join(f"\n      {name}: {json.dumps(value)}" for name, value in TERMS.items())
        assert definition.count("\n  orders:\n") == 1
        definition = definition.replace("\n  orders:\n", f"\n  orders:\n    walletPass:{terms}\n", 1)
        assert yaml.safe_load(definition)["settings"]["orders"]["walletPass"] == TERMS
        pathlib.Path(tenants, "eventpass.yml").write_text(definition)
        os.environ["SOUK_PROVIDER_EVENTPASS_WALLET"] = own.read_text()
        platform = souk_platform.Platform(tenants, seed=True)
        try:
            print(f"wallet pass: {judge(platform, folder, own, other)} passes, signed, complete and with the code of their tickets")
        finally:
            platform.stop()


if __name__ == "__main__":
    main()
