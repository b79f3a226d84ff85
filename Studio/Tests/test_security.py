"""Requests that don't come from the studio's own page are refused."""

import http.client
import json

from studio import Studio, StudioTest


class Security(StudioTest):
    def ask(self, method="GET", path="/api/schema", body=None, **headers):
        """A raw request; headers that are None are left out."""
        values = {"Host": f"127.0.0.1:{self.studio.port}", "Cookie": f"postil-studio-{self.studio.port}={self.studio.token}", "Origin": None}
        if method == "POST":
            values["Origin"] = self.studio.origin
        values.update({name.replace("_", "-"): value for name, value in headers.items()})
        connection = http.client.HTTPConnection("127.0.0.1", self.studio.port, timeout=60)
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        for name, value in values.items():
            if value is not None:
                connection.putheader(name, value)
        if body is not None:
            connection.putheader("Content-Length", str(len(body)))
        try:
            connection.endheaders(body)
        except (BrokenPipeError, ConnectionResetError):
            pass
        response = connection.getresponse()
        result = response.status, dict((name.lower(), value) for name, value in response.getheaders()), response.read()
        connection.close()
        return result

    def status(self, *values, **headers):
        return self.ask(*values, **headers)[0]

    def test_a_request_of_the_page_is_answered(self):
        status, headers, body = self.ask()
        self.assertEqual(status, 200)
        self.assertEqual(json.loads(body)["database"]["name"], "tasks.sqlite")
        self.assertEqual(headers["x-content-type-options"], "nosniff")
        self.assertIn("default-src 'none'", headers["content-security-policy"])
        self.assertNotIn("unsafe", headers["content-security-policy"])
        self.assertEqual(headers["cache-control"], "no-store")
        self.assertNotIn("access-control-allow-origin", headers)

    def test_a_request_without_the_token_is_refused(self):
        self.assertEqual(self.status(Cookie=None), 401)
        self.assertEqual(self.status(Cookie=f"postil-studio-{self.studio.port}="), 401)
        self.assertEqual(self.status(Cookie=f"postil-studio-{self.studio.port}={'0' * 64}"), 401)
        self.assertEqual(self.status(Cookie=f"postil-studio-{self.studio.port}={self.studio.token[:-1]}"), 401)
        self.assertEqual(self.status(path="/", Cookie=None), 401)
        self.assertEqual(self.status(path="/api/events", Cookie=None), 401)
        self.assertEqual(self.status(path="/?token=" + "0" * 64, Cookie=None), 403)
        self.assertEqual(self.status(path="/api/schema?token=" + self.studio.token, Cookie=None), 403)

    def test_the_token_becomes_a_cookie_that_scripts_cannot_read(self):
        status, headers, _ = self.ask(path="/?token=" + self.studio.token, Cookie=None)
        self.assertEqual((status, headers["refresh"]), (200, "0; url=/"))
        cookie = headers["set-cookie"]
        for part in ["HttpOnly", "SameSite=Strict", "Path=/"]:
            self.assertIn(part, cookie)
        self.assertEqual(self.page.js("return document.cookie"), "")
        self.assertNotIn("token", self.driver.current_url)

    def test_another_host_is_refused(self):
        for host in ["evil.example", f"evil.example:{self.studio.port}", "127.0.0.1", f"127.0.0.1:{self.studio.port + 1}", f"127.0.0.1.evil.example:{self.studio.port}"]:
            self.assertEqual(self.status(Host=host), 421, host)
        self.assertEqual(self.status(Host=f"localhost:{self.studio.port}"), 200)
        self.assertIn(self.status(Host=None), [400, 421])

    def test_another_origin_is_refused(self):
        for origin in ["http://evil.example", "null", f"http://127.0.0.1:{self.studio.port + 1}", f"https://127.0.0.1:{self.studio.port}", f"http://localhost:{self.studio.port}"]:
            self.assertEqual(self.status(Origin=origin), 403, origin)
            self.assertEqual(self.status("POST", "/api/tables/item/count", b"{}", Origin=origin), 403, origin)
        self.assertEqual(self.status("POST", "/api/tables/item/count", b"{}", Origin=None), 403)
        self.assertEqual(self.status(Sec_Fetch_Site="cross-site"), 403)
        self.assertEqual(self.status(Sec_Fetch_Site="same-site"), 403)
        self.assertEqual(self.status("POST", "/api/tables/item/count", b'{"filters": []}'), 200)

    def test_other_methods_are_refused(self):
        for method in ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "HEAD"]:
            self.assertEqual(self.status(method), 405, method)
        self.assertEqual(self.status("POST", "/", b""), 405)
        self.assertEqual(self.status("POST", "/api/schema", b"{}"), 405)

    def test_only_the_files_of_the_page_are_served(self):
        for path in ["/../Package.swift", "/%2e%2e/Package.swift", "/..%2f..%2fetc/passwd", "/nothing.js", "/table", "/etc/passwd"]:
            self.assertEqual(self.status(path=path), 404, path)
        self.assertEqual(self.ask(path="/main.js")[1]["content-type"], "text/javascript; charset=utf-8")

    def test_bodies_have_a_limit(self):
        self.assertEqual(self.status("POST", "/api/tables/item/count", b" " * (8 * 1024 * 1024 + 1)), 413)
        self.assertEqual(self.status("POST", "/api/tables/item/count", b"not json"), 400)

    def test_the_server_listens_on_the_loopback_interface_only(self):
        with open("/proc/net/tcp") as table:
            addresses = [line.split()[1] for line in table.readlines()[1:] if line.split()[3] == "0A"]
        own = [address for address in addresses if int(address.split(":")[1], 16) == self.studio.port]
        self.assertEqual(own, [f"0100007F:{self.studio.port:04X}"])

    def test_another_page_cannot_embed_or_read_the_studio(self):
        self.driver.get("data:text/html,<iframe src='%s/'></iframe>" % self.studio.origin)
        self.page.wait(lambda: self.page.js("return document.readyState === 'complete'"))
        result = self.driver.execute_async_script(
            "const done = arguments[1]; fetch(arguments[0], {credentials: 'include'}).then(r => r.text()).then(done, e => done('refused'))", self.studio.origin + "/api/schema")
        self.assertEqual(result, "refused")
        self.page.logs()
        self.driver.get(self.studio.address)

    def test_each_studio_has_a_token_of_its_own_and_stops_on_request(self):
        other = Studio(self.path, "--read-only")
        self.assertNotEqual(other.token, self.studio.token)
        self.assertEqual(len(other.token), 64)
        other.stop()
        self.assertEqual(other.status, 0)
