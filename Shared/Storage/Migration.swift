/// One change of a schema: never modified once it has shipped, written in the database's language.
public protocol Migration: Sendable {
    /// `0001_CreateOrders`: the order is the name.
    static var name: String { get }
    static var sql: String { get }
}
