import Storage

enum FindOrdersByPhone: Migration {
    static let name = "0029_FindOrdersByPhone"
    static let sql = """
        -- The customer's own number is that of the account today. Here are those of one order alone.
        UPDATE food_order SET phone = coalesce(json_extract(body, '$.address.phone'), json_extract(body, '$.kept.phone'));

        CREATE INDEX person_by_phone ON person (tenant, phone) WHERE phone IS NOT NULL;
        """
}
