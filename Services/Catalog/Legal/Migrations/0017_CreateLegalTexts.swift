import Storage

/// Versions of legal texts. They stay: what somebody accepted can be shown.
enum CreateLegalTexts: Migration {
    static let name = "0017_CreateLegalTexts"
    static let sql = """
        CREATE TABLE legal_text (
            tenant TEXT NOT NULL, kind TEXT NOT NULL CHECK (kind IN ('terms', 'privacy', 'organizer-terms')),
            version TEXT NOT NULL, language TEXT NOT NULL,
            effective_from TEXT NOT NULL, body TEXT NOT NULL,
            PRIMARY KEY (tenant, kind, version, language)
        ) STRICT, WITHOUT ROWID;
        """
}
