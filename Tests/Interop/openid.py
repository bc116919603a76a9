#!/usr/bin/env python3
"""Judges social sign-in with an issuer that is not ours: oidc-provider-mock signs ID tokens by the authorization code
flow, our platform has never seen its keys and finds them by the issuer's name alone. Also: key rotation by the
operators' tool signs nobody out."""
import contextlib, pathlib, subprocess, sys, tempfile, time, urllib.error, urllib.parse, urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "support"))
import souk_platform

PACKAGES = ["oidc-provider-mock==0.3.4", "PyYAML==6.0.3"]
souk_platform.inside_venv("openid", PACKAGES, __file__)
import json, yaml

CLIENT = "judged-app"


class TenantFile(yaml.SafeLoader):
    """YAML as the platform reads it: `on` is a word."""


TenantFile.yaml_implicit_resolvers = {
    letter: [(tag, pattern) for tag, pattern in found if tag != "tag:yaml.org,2002:bool" or letter in "tTfF"]
    for letter, found in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


@contextlib.contextmanager
def issuer():
    port = souk_platform.free_ports(1)
    program = pathlib.Path(sys.prefix) / "bin" / "oidc-provider-mock"
    process = subprocess.Popen([program, "--port", str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    try:
        deadline = time.monotonic() + 60
        while True:
            try:
                urllib.request.urlopen(address + "/.well-known/openid-configuration", timeout=10).read()
                break
            except OSError:
                assert time.monotonic() < deadline, "the issuer does not start"
                time.sleep(0.05)
        yield address
    finally:
        process.terminate()
        process.wait(10)


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


def id_token(issuer, subject, claims, client=CLIENT, nonce=None):
    """The code flow, as an app and a browser do it together."""
    user = urllib.request.Request(f"{issuer}/users/{subject}", data=json.dumps(claims).encode(), method="PUT",
                                  headers={"content-type": "application/json"})
    urllib.request.urlopen(user, timeout=60).read()
    query = {"client_id": client, "redirect_uri": "https://app.example/back", "response_type": "code", "scope": "openid email profile",
             "state": "s"}
    if nonce:
        query["nonce"] = nonce
    form = urllib.parse.urlencode({"sub": subject}).encode()
    try:
        urllib.request.build_opener(NoRedirect).open(f"{issuer}/oauth2/authorize?" + urllib.parse.urlencode(query), data=form, timeout=60)
        raise SystemExit("the issuer did not send the browser back")
    except urllib.error.HTTPError as redirect:
        assert redirect.code in (302, 303), redirect.read()
        code = urllib.parse.parse_qs(urllib.parse.urlparse(redirect.headers["location"]).query)["code"][0]
    grant = {"grant_type": "authorization_code", "code": code, "redirect_uri": "https://app.example/back", "client_id": client,
             "client_secret": "any"}
    answer = urllib.request.urlopen(f"{issuer}/oauth2/token", data=urllib.parse.urlencode(grant).encode(), timeout=60).read()
    return json.loads(answer)["id_token"]


def main():
    with issuer() as address, issuer() as stranger, tempfile.TemporaryDirectory() as folder:
        definition = yaml.load((souk_platform.ROOT / "deploy/tenants/eventpass.yml").read_text(), TenantFile)
        definition["settings"]["auth"]["identityProviders"] = {
            "google": {"issuers": [address], "audiences": [CLIENT]},
            "apple": {"issuers": [stranger], "audiences": [CLIENT], "keysURL": stranger + "/jwks"},
        }
        pathlib.Path(folder, "eventpass.yml").write_text(yaml.safe_dump(definition, allow_unicode=True, sort_keys=False))
        platform = souk_platform.Platform(folder, seed=False)
        try:
            judge(platform, address, stranger)
        finally:
            platform.stop()


def judge(platform, address, stranger):
    base = "/t/eventpass/api/v1"

    def sign_in(token, provider="google", **more):
        return platform.request("POST", f"{base}/auth/social/{provider}", {"idToken": token, **more})

    person = {"email": "jane@example.com", "email_verified": True, "name": "Jane Namutebi"}
    status, first = sign_in(id_token(address, "jane", person))
    assert status == 200, (status, first)
    assert first["user"]["email"] == "jane@example.com" and first["user"]["emailVerified"] and first["user"][
        "name"] == "Jane Namutebi", first
    status, again = sign_in(id_token(address, "jane", {**person, "email": "moved@example.com"}, nonce="n-1"), nonce="n-1")
    assert status == 200 and again["user"]["id"] == first["user"]["id"], (status, again)
    status, other = sign_in(id_token(stranger, "jane", {"email": "jane2@example.com", "email_verified": True, "name": "Jane"}),
                            provider="apple")
    assert status == 200 and other["user"]["id"] != first["user"]["id"], (status, other)
    good = id_token(address, "jane", person)
    refused = {
        "another client's token": sign_in(id_token(address, "jane", person, client="another-app")),
        "another issuer's token": sign_in(id_token(stranger, "jane", person)),
        "a nonce nobody asked with": sign_in(id_token(address, "jane", person, nonce="n-1")),
        "another nonce": sign_in(id_token(address, "jane", person, nonce="n-1"), nonce="n-2"),
        "a changed signature": sign_in(good[:-8] + "AAAAAAAA"),
        "no signature": sign_in(good[: good.rindex(".") + 1]),
    }
    for name, (status, body) in refused.items():
        assert status == 401 and body["slug"] == "invalid-credentials", (name, status, body)
    assert sign_in(good, provider="facebook")[0] == 404

    # The operators' tool renews all keys; nobody is signed out, nothing sealed to older keys is lost.
    def me(token):
        return platform.request("GET", f"{base}/auth/me", token=token)[0]

    assert me(first["token"]) == 200
    print(platform.tool("keys", "rotate").strip())
    assert me(first["token"]) == 200, "signed out by a rotation"
    status, fresh = platform.request("POST", f"{base}/auth/refresh", {"refreshToken": again["refreshToken"]})
    assert status == 200 and me(fresh["token"]) == 200, (status, fresh)
    listed = platform.tool("keys", "list")
    assert all(name in listed for name in ("auth-access-token-1", "auth-access-token-2", "auth-sealing-2")), listed
    # What an OTP is sealed with went through the log to notifications, too: a code asked for now still arrives.
    status, _ = platform.request("POST", f"{base}/auth/otp/request", {"phone": "0772 123 456"})
    assert status == 202, status
    deadline = time.monotonic() + 60
    while not platform.request("GET", f"{base}/dev/outbox?channel=sms")[1]["data"]:
        assert time.monotonic() < deadline, "no code arrives after the rotation"
        time.sleep(0.1)
    print(f"openid: {len(refused) + 4} sign-ins judged, keys rotated with everybody signed in")


main()
