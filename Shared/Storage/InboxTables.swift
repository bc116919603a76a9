extension PlatformTables {
    enum NoteWhomAnswersAreAbout: Migration {
        static let name = "0000_NoteWhomAnswersAreAbout"
        static let sql = """
            -- The person whose data the answer holds, if somebody else asked: a guest who signs in. Null: only who asked.
            ALTER TABLE souk_inbox ADD COLUMN about TEXT;
            """
    }
}
