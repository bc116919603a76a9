import Kernel

/// A form of a page (`application/x-www-form-urlencoded`, https://url.spec.whatwg.org/#urlencoded-parsing) as the JSON
/// object its route expects.
enum FormBody {
    static let fieldsMax = 64

    /// Fields the route does not know are left out; of several values the last counts. An empty field stays as empty
    /// text: a page says what is missing.
    static func json(_ bytes: [UInt8], _ schema: CompiledSchema) throws -> [UInt8] {
        guard let text = String(validating: bytes, as: UTF8.self), let fields = RequestTarget.fields(text, atMost: fieldsMax) else {
            throw EdgeRefusal(.malformed("The form cannot be read."))
        }
        var out: [UInt8] = [UInt8(ascii: "{")]
        for property in schema.properties {
            if property.schema.types == .object {
                members(property.name, of: fields, &out)
                continue
            }
            guard let value = fields.last(where: { $0.name == property.name })?.value else { continue }
            if out.count > 1 { out.append(UInt8(ascii: ",")) }
            JSONWriter.append(property.name, to: &out)
            out.append(UInt8(ascii: ":"))
            JSONWriter.append(value, to: &out)
        }
        out.append(UInt8(ascii: "}"))
        return out
    }

    /// `name.member=value` fills an object: what its members are is not the route's to know.
    private static func members(_ name: String, of fields: [(name: String, value: String)], _ out: inout [UInt8]) {
        var members: [String: String] = [:]
        for field in fields where field.name.hasPrefix("\(name).") { members[String(field.name.dropFirst(name.count + 1))] = field.value }
        guard !members.isEmpty else { return }
        if out.count > 1 { out.append(UInt8(ascii: ",")) }
        JSONWriter.append(name, to: &out)
        out.append(contentsOf: ":{".utf8)
        for (place, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
            if place > 0 { out.append(UInt8(ascii: ",")) }
            JSONWriter.append(member.key, to: &out)
            out.append(UInt8(ascii: ":"))
            JSONWriter.append(member.value, to: &out)
        }
        out.append(UInt8(ascii: "}"))
    }
}
