import GRDB

extension ShardApplier {
    /// Applies one record. Throws only errors that must stop the whole shard (disk full, I/O); every other error
    /// becomes an answer or a dead letter.
    public func apply(_ record: IncomingRecord, in db: Database) throws {
        while try !applyPart(of: record, in: db) {}
    }

    /// Applies one record, or the part of it that one transaction should hold. Returns whether the record is complete;
    /// if not, it continues in the next transaction, before any other. Splitting changes nothing: the rows equal those
    /// of `apply(_:in:)`.
    func applyPart(of record: IncomingRecord, in db: Database) throws -> Bool {
        let last = memory.take(record)
        isCutOff = false
        try take(record, in: db)
        // The mark of the log is the last record that was applied completely.
        if isCutOff { memory.putBack(last) }
        return !isCutOff
    }
}
