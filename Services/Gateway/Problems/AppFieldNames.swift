import Kernel

/// The field names of an app. An app with snake_case gets them in its own style, also inside texts; other camel-case
/// words stay unchanged.
struct FieldNames: Sendable {
    private let names: Set<String>

    init(_ routes: [MountedRoute]) {
        var names: Set<String> = [], values: Set<String> = []
        for route in routes {
            names.formUnion(route.parameterNames)
            for (name, schema) in route.query {
                names.insert(name)
                schema.collect(names: &names, values: &values)
            }
            route.body?.collect(names: &names, values: &values)
        }
        // A word that is also a value (`inApp`) stays as clients must send it.
        self.names = names.filter { name in name.utf8.contains { (65...90).contains($0) } && !values.contains(name) }
    }

    func inSnakeCase(_ text: String) -> String {
        guard text.utf8.contains(where: { (65...90).contains($0) }) else { return text }
        var out = "", word = ""
        func finished() -> String { names.contains(word) ? KeyStyle.snakeCase(word) : word }
        for character in text {
            if character.isASCII, character.isLetter || character.isNumber {
                word.append(character)
            } else {
                out += finished()
                word = ""
                out.append(character)
            }
        }
        return out + finished()
    }
}

extension CompiledSchema {
    fileprivate func collect(names: inout Set<String>, values: inout Set<String>) {
        for property in properties {
            names.insert(property.name)
            property.schema.collect(names: &names, values: &values)
        }
        items?.collect(names: &names, values: &values)
        values.formUnion(allowed.compactMap(\.string))
    }
}
