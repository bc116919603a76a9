import Kernel

/// The tenant's API as one page for people, made from its OpenAPI document. Nothing is loaded from elsewhere, no script runs.
enum DocumentationPage {
    static let securityPolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

    static func make(_ tenant: MountedTenant) -> [UInt8] {
        let document = OpenAPIDocument.document(tenant)
        let generic = document["components"]?["responses"]
        var byTag: [String: [String]] = [:]
        for (path, methods) in (document["paths"]?.object ?? [:]).sorted(by: { $0.key < $1.key }) {
            for (method, operation) in (methods.object ?? [:]).sorted(by: { order($0.key) < order($1.key) }) {
                byTag[operation["tags"]?.array?.first?.string ?? "other", default: []].append(section(path, method, operation, generic))
            }
        }
        let name = escape(tenant.definition.name)
        var html = "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">"
        html += "<title>\(name): API</title><style>\(style)</style></head><body><header><h1>\(name)</h1>"
        html += "<p>\(escape(document["info"]?["description"]?.string ?? ""))</p>"
        html += """
            <p>Base path <code>\(escape(tenant.basePath))</code> · machine-readable: <a href=\"openapi.json\">openapi.json</a></p><nav>
            """
        let tags = byTag.keys.sorted()
        html += tags.map { "<a href=\"#\(escape($0))\">\(escape($0))</a>" }.joined(separator: " · ") + "</nav></header><main>"
        for tag in tags { html += "<h2 id=\"\(escape(tag))\">\(escape(tag))</h2>" + (byTag[tag] ?? []).joined() }
        return Array((html + "</main></body></html>\n").utf8)
    }

    private static func order(_ method: String) -> String { (["get": "0", "post": "1", "put": "2", "patch": "3"][method] ?? "4") + method }

    private static func section(_ path: String, _ method: String, _ operation: JSONValue, _ generic: JSONValue?) -> String {
        let isOpen = operation["security"]?.array?.contains(.object([:])) ?? true
        var html =
            """
                <details><summary><b class=\"\(method)\">\(method.uppercased())</b> <code>\(escape(path))</code> \
                \(escape(operation["summary"]?.string ?? ""))
                """
        html += isOpen ? "</summary>" : " <i>signed in</i></summary>"
        if let description = operation["description"]?.string { html += "<p>\(escape(description))</p>" }
        if let parameters = operation["parameters"]?.array, !parameters.isEmpty {
            html += "<table><tr><th>parameter</th><th>in</th><th>schema</th></tr>"
            for parameter in parameters {
                html += """
                    <tr><td><code>\(escape(parameter["name"]?.string ?? ""))</code></td><td>\(escape(parameter["in"]?.string ?? ""))</td>
                    """
                html += "<td><code>\(escape(brief(parameter["schema"])))</code></td></tr>"
            }
            html += "</table>"
        }
        let bodies = operation["requestBody"]?["content"]
        if let schema = (bodies?["application/json"] ?? bodies?["application/x-www-form-urlencoded"])?["schema"] {
            html += "<h4>Body</h4>" + fields(schema)
        }
        html += "<h4>Answers</h4><table>"
        for (status, response) in (operation["responses"]?.object ?? [:]).sorted(by: { $0.key < $1.key }) {
            let description = (response["description"] ?? described(response["$ref"]?.string, generic))?.string ?? ""
            html += "<tr><td><b>\(escape(status))</b></td><td>\(escape(description))"
            let content = response["content"]?["application/json"]
            if let schema = content?["schema"] { html += fields(schema) }
            if let example = content?["example"], let text = try? JSON.pretty(example) { html += "<pre>\(escape(text))</pre>" }
            html += "</td></tr>"
        }
        return html + "</table></details>"
    }

    /// What the answer that several routes share is described as.
    private static func described(_ reference: String?, _ generic: JSONValue?) -> JSONValue? {
        (reference?.split(separator: "/").last).flatMap { generic?[String($0)]?["description"] }
    }

    /// The fields of an object as a table; deeper objects are written in one cell.
    private static func fields(_ schema: JSONValue) -> String {
        guard let properties = schema["properties"]?.object, !properties.isEmpty else {
            return "<p><code>\(escape(brief(schema)))</code></p>"
        }
        let required = Set((schema["required"]?.array ?? []).compactMap(\.string))
        var html = "<table>"
        for (name, property) in properties.sorted(by: { $0.key < $1.key }) {
            html +=
                """
                    <tr><td><code>\(escape(name))</code>\(required.contains(name) ? " <b>*</b>" : "")</td><td>\
                    <code>\(escape(brief(property)))</code></td></tr>
                    """
        }
        return html + "</table>"
    }

    /// A schema in a few words: `text 3–120`, `integer 1–20`, `[{quantity, ticketTypeId}] 1–20`.
    private static func brief(_ schema: JSONValue?) -> String {
        guard let schema else { return "anything" }
        func range(_ low: String, _ high: String) -> String {
            let (a, b) = (number(schema[low]), number(schema[high]))
            return a == nil && b == nil ? "" : " \(a ?? "")–\(b ?? "")"
        }
        if let values = schema["enum"]?.array { return values.compactMap(\.string).joined(separator: " | ") }
        let types = schema["type"].map { $0.array ?? [$0] }?.compactMap(\.string) ?? []
        let orNull = types.contains("null") ? " or null" : ""
        switch types.first {
        case "string": return (schema["format"]?.string ?? schema["pattern"]?.string ?? "text") + range("minLength", "maxLength") + orNull
        case "array": return "[" + brief(schema["items"]) + "]" + range("minItems", "maxItems") + orNull
        case "object":
            let names = (schema["properties"]?.object ?? [:]).keys.sorted().joined(separator: ", ")
            return "{" + names + "}" + orNull
        case let type?: return type + range("minimum", "maximum") + orNull
        case nil: return "anything"
        }
    }
    private static func number(_ value: JSONValue?) -> String? {
        guard let value, value != .null else { return nil }
        return (try? JSON.encode(value)).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func escape(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
    }

    private static let style = """
        body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:60rem;padding:1rem;color:#1c1c1e;background:#fff}
        details{border:1px solid #d1d1d6;border-radius:.5rem;margin:.4rem 0;padding:.4rem .8rem}summary{cursor:pointer}
        code,pre{font:14px ui-monospace,monospace}pre{background:#f2f2f7;padding:.6rem;overflow:auto;border-radius:.4rem}
        table{border-collapse:collapse;margin:.3rem 0}td,th{border-top:1px solid #e5e5ea;padding:.2rem \
        .6rem;text-align:left;vertical-align:top}
        b.get{color:#0a6b2e}b.post{color:#0048b3}b.put,b.patch{color:#8a5a00}b.delete{color:#b3000c}i{color:#6b6b70}
        @media (prefers-color-scheme:dark){body{background:#1c1c1e;color:#f2f2f7}pre{background:#2c2c2e}b.get{color:#5dd68a}
        b.post{color:#7fb0ff}b.put,b.patch{color:#f0b95a}b.delete{color:#ff8a8a}details{border-color:#48484a}a{color:#7fb0ff}}
        """
}
