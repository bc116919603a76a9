import Storage

/// A token is looked for whenever a device registers it.
package enum IndexPushTokens: Migration {
    package static let name = "0016_IndexPushTokens"
    package static let sql = "CREATE INDEX push_token_by_token ON push_token (tenant, token);"
}
