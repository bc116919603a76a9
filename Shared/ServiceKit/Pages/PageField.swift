/// An input with its label, hint and error, linked for screen readers.
public struct PageField {
    public enum Kind {
        case text, email, phone, date, lines
        /// One of these.
        case choice([String])
    }
    public let name: String
    public let label: String
    public var kind = Kind.text
    public var value = ""
    public var hint = ""
    public var autocomplete = ""
    public var isRequired = false
    /// Nil: valid.
    public var error: String?
    public var least: String?
    public var most: String?
    /// - Parameters:
    ///   - hint: shown before the input.
    ///   - error: why the input was rejected; nil: it wasn't.
    ///   - least, most: bounds of a date.
    public init(name: String, label: String, kind: Kind = .text, value: String = "", hint: String = "", autocomplete: String = "",
                isRequired: Bool = false, error: String? = nil, least: String? = nil, most: String? = nil) {
        (self.name, self.label, self.kind, self.value, self.hint) = (name, label, kind, value, hint)
        (self.autocomplete, self.isRequired, self.error, self.least, self.most) = (autocomplete, isRequired, error, least, most)
    }

    public var markup: Markup {
        let described = [hint.isEmpty ? nil : "\(name)-hint", error == nil ? nil : "\(name)-error"].compactMap { $0 }.joined(separator: " ")
        var attributes: Markup = "id=\"\(name)\" name=\"\(name)\""
        if isRequired { attributes = "\(attributes) required" }
        if !autocomplete.isEmpty { attributes = "\(attributes) autocomplete=\"\(autocomplete)\"" }
        if !described.isEmpty { attributes = "\(attributes) aria-describedby=\"\(described)\"" }
        if error != nil { attributes = "\(attributes) aria-invalid=\"true\"" }
        if let least { attributes = "\(attributes) min=\"\(least)\"" }
        if let most { attributes = "\(attributes) max=\"\(most)\"" }
        let input: Markup
        switch kind {
        case .text: input = "<input type=\"text\" \(attributes) value=\"\(value)\">"
        case .email: input = "<input type=\"email\" \(attributes) value=\"\(value)\">"
        case .phone: input = "<input type=\"tel\" \(attributes) value=\"\(value)\">"
        case .date: input = "<input type=\"date\" \(attributes) value=\"\(value)\">"
        case .choice(let choices):
            let options = [""] + choices
            let listed = options.map { option -> Markup in
                option == value ? "<option value=\"\(option)\" selected>\(option)</option>"
                    : "<option value=\"\(option)\">\(option)</option>"
            }
            input = "<select \(attributes)>\(listed)</select>"
        case .lines: input = "<textarea \(attributes)>\(value)</textarea>"
        }
        let hintLine: Markup = hint.isEmpty ? .empty : "<p class=\"hint\" id=\"\(name)-hint\">\(hint)</p>"
        let errorLine: Markup = error.map { "<p class=\"error\" id=\"\(name)-error\">\($0)</p>" } ?? .empty
        return "<div class=\"field\"><label for=\"\(name)\">\(label)</label>\(hintLine)\(input)\(errorLine)</div>\n"
    }
}
