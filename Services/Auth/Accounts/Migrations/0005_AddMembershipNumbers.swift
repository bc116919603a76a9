import Storage

package enum AddMembershipNumbers: Migration {
    package static let name = "0005_AddMembershipNumbers"
    package static let sql = """
        ALTER TABLE account ADD COLUMN registration_number INTEGER CHECK (registration_number >= 1);
        ALTER TABLE account ADD COLUMN membership_id TEXT;
        ALTER TABLE account ADD COLUMN neighborhood_id INTEGER CHECK (neighborhood_id >= 1);
        CREATE UNIQUE INDEX account_by_registration ON account (tenant, registration_number) WHERE registration_number IS NOT NULL;
        CREATE UNIQUE INDEX account_by_membership ON account (tenant, membership_id) WHERE membership_id IS NOT NULL;
        """
}
