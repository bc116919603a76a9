import Storage

/// What dispatchers ask for: orders of an area, and those that are under way, newest first. Most others are completed: an index of
/// states would find nearly all rows, and take the place of better ones.
enum IndexFuelOrders: Migration {
    static let name = "0022_IndexFuelOrders"
    static let sql = """
        CREATE INDEX fuel_order_by_area ON fuel_order (tenant, area_id, received_at, number);
        -- In the order of lists: without the number a driver's list was sorted from all orders.
        DROP INDEX fuel_order_by_driver;
        CREATE INDEX fuel_order_by_driver ON fuel_order (tenant, driver_id, received_at, number) WHERE driver_id IS NOT NULL;
        CREATE INDEX fuel_order_under_way ON fuel_order (tenant, received_at, number) WHERE is_open = 1;
        """
}
