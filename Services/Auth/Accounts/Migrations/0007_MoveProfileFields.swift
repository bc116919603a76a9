import Storage

/// Fields of single apps become values of one column, which the tenant's settings explain.
package enum MoveProfileFields: Migration {
    package static let name = "0007_MoveProfileFields"
    // A merge patch leaves out what is null. `date_of_birth` stays, empty, because a rule of the table names it.
    package static let sql = """
        ALTER TABLE account ADD COLUMN profile TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(profile));
        UPDATE account SET date_of_birth = NULL, profile = json_patch('{}', json_object(
            'dateOfBirth', date_of_birth, 'membershipId', membership_id, 'neighborhoodId', neighborhood_id,
            'identityStatus', (SELECT c.status FROM identity_check c WHERE c.tenant = account.tenant AND c.user_id = account.id),
            'organizerStatus', (SELECT a.status FROM organizer_application a WHERE a.tenant = account.tenant AND a.user_id = account.id)));
        DROP INDEX account_by_membership;
        ALTER TABLE account DROP COLUMN membership_id;
        ALTER TABLE account DROP COLUMN neighborhood_id;
        DROP TABLE identity_check;
        DROP TABLE organizer_application;
        """
}
