import Storage

/// What `auth` tells of organizers: how they are shown, whether they are verified, whether they must stop for the time being.
enum AddOrganizerProfiles: Migration {
    static let name = "0021_AddOrganizerProfiles"
    static let sql = """
        ALTER TABLE person ADD COLUMN is_verified INTEGER NOT NULL DEFAULT 0 CHECK (is_verified IN (0, 1));
        ALTER TABLE person ADD COLUMN is_suspended INTEGER NOT NULL DEFAULT 0 CHECK (is_suspended IN (0, 1));
        -- The name of the organization; absent: the account's name is shown.
        ALTER TABLE person ADD COLUMN organization TEXT;
        ALTER TABLE person ADD COLUMN bio TEXT;
        ALTER TABLE person ADD COLUMN website TEXT;
        ALTER TABLE person ADD COLUMN avatar_url TEXT;
        ALTER TABLE person ADD COLUMN contact_email TEXT;
        ALTER TABLE person ADD COLUMN contact_phone TEXT;
        -- Until now every organizer counted as verified.
        UPDATE person SET is_verified = 1 WHERE is_organizer = 1;
        """
}
