import Kernel

/// The names of an app's fields: an app of snake_case is told of them in its own writing, in texts, too. Other words of two cases stay as they are.
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
        // A word that is a value somewhere (`inApp`) is written as it must be sent.
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
