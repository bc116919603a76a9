/// What an answer may be besides the usual one, for the API document.
extension Route {
    /// A copy that may also succeed with other statuses: what was made before is shown again or changed.
    public func alsoSucceeding(with statuses: Int...) -> Route {
        var route = self
        route.otherSuccesses = statuses
        return route
    }

    /// A copy that also answers with texts or files of these types, to clients that ask for them.
    public func alsoAnswering(as types: String...) -> Route {
        var route = self
        route.otherTypes = types
        return route
    }
}

extension Schema {
    /// Whether it describes a page.
    public var isPage: Bool { json["properties"]?["meta"]?["properties"]?["perPage"] != nil && json["properties"]?["data"] != nil }
    public static let pageMeta = Schema.object(["page": .integer(), "perPage": .integer(), "total": .integer(), "lastPage": .integer()])
    /// A page of these.
    public static func page(of item: Schema) -> Schema {
        .object(["data": .array(item), "meta": pageMeta], required: ["data", "meta"])
    }
    /// A page of these with sums over the whole list.
    public static func page(of item: Schema, summary: [String: Schema]) -> Schema {
        .object(["data": .array(item), "meta": pageMeta, "summary": .object(summary)], required: ["data", "meta", "summary"])
    }
    /// A page of these whose `meta` says more than the numbers of the page.
    public static func page(of item: Schema, meta: [String: Schema]) -> Schema {
        .object(["data": .array(item), "meta": pageMeta.adding(meta)], required: ["data", "meta"])
    }
    /// The same object with more properties.
    public func adding(_ properties: [String: Schema]) -> Schema {
        guard case .object(var members) = json, let own = members["properties"]?.object else { return self }
        members["properties"] = .object(own.merging(properties.mapValues(\.json)) { _, new in new })
        return Schema(.object(members))
    }
}
