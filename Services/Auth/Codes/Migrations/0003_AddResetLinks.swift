import Storage

package enum AddResetLinks: Migration {
    package static let name = "0003_AddResetLinks"
    package static let sql = """
        -- HMAC of the token in a link: finds the code without an identifier.
        ALTER TABLE one_time_code ADD COLUMN token_proof BLOB CHECK (token_proof IS NULL OR length(token_proof) = 32);
        CREATE UNIQUE INDEX one_time_code_by_token ON one_time_code (tenant, token_proof) WHERE token_proof IS NOT NULL;
        """
}
