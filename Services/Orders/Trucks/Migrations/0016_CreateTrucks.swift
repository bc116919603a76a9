import Storage

/// Trucks with their fuel, shifts of drivers, what drivers may claim or have, and where they were.
enum CreateTrucks: Migration {
    static let name = "0016_CreateTrucks"
    static let sql = """
        CREATE TABLE truck (
            tenant TEXT NOT NULL, id TEXT NOT NULL, code TEXT NOT NULL, plate TEXT NOT NULL, area_id TEXT NOT NULL,
            created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
            PRIMARY KEY (tenant, id)
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX truck_by_code ON truck (tenant, code);

        -- Thousandths of a gallon. What a compartment holds follows its ledger.
        CREATE TABLE truck_compartment (
            tenant TEXT NOT NULL, truck_id TEXT NOT NULL, fuel_type TEXT NOT NULL, place INTEGER NOT NULL CHECK (place >= 0),
            capacity INTEGER NOT NULL CHECK (capacity > 0), on_hand INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (tenant, truck_id, fuel_type),
            FOREIGN KEY (tenant, truck_id) REFERENCES truck (tenant, id),
            CHECK (on_hand >= 0 AND on_hand <= capacity)
        ) STRICT, WITHOUT ROWID;
        CREATE TRIGGER truck_compartment_begins_empty BEFORE INSERT ON truck_compartment WHEN NEW.on_hand <> 0
        BEGIN SELECT RAISE(ABORT, 'fuel comes by the ledger'); END;
        CREATE TRIGGER truck_compartment_ends_empty BEFORE DELETE ON truck_compartment WHEN OLD.on_hand <> 0
        BEGIN SELECT RAISE(ABORT, 'fuel goes by the ledger'); END;

        CREATE TABLE truck_ledger_entry (
            tenant TEXT NOT NULL, truck_id TEXT NOT NULL, number INTEGER NOT NULL CHECK (number >= 1), id TEXT NOT NULL,
            fuel_type TEXT NOT NULL, kind TEXT NOT NULL CHECK (kind IN ('load', 'delivery', 'adjustment')),
            gallons INTEGER NOT NULL CHECK (gallons <> 0), balance INTEGER NOT NULL CHECK (balance >= 0),
            order_id TEXT, meter_start INTEGER, meter_end INTEGER, ticket TEXT, reason TEXT, by_id TEXT,
            at INTEGER NOT NULL,
            PRIMARY KEY (tenant, truck_id, number),
            FOREIGN KEY (tenant, truck_id) REFERENCES truck (tenant, id),
            CHECK ((kind = 'load') <= (gallons > 0)),
            CHECK ((kind = 'delivery') <= (gallons < 0 AND meter_end - meter_start = -gallons)),
            CHECK ((kind = 'delivery') = (order_id IS NOT NULL) AND (kind = 'delivery') = (meter_start IS NOT NULL)
                AND (kind = 'delivery') = (meter_end IS NOT NULL)),
            CHECK ((ticket IS NOT NULL) <= (kind = 'load') AND (kind = 'adjustment') = (reason IS NOT NULL))
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX truck_ledger_entry_by_ticket ON truck_ledger_entry (tenant, ticket) WHERE ticket IS NOT NULL;
        CREATE UNIQUE INDEX truck_ledger_entry_by_order ON truck_ledger_entry (tenant, order_id) WHERE order_id IS NOT NULL;
        CREATE INDEX truck_ledger_entry_by_meter ON truck_ledger_entry (tenant, truck_id, fuel_type, number) WHERE meter_end IS NOT NULL;
        CREATE TRIGGER truck_ledger_entry_follows BEFORE INSERT ON truck_ledger_entry
        WHEN (SELECT on_hand + NEW.gallons = NEW.balance FROM truck_compartment
              WHERE tenant = NEW.tenant AND truck_id = NEW.truck_id AND fuel_type = NEW.fuel_type) IS NOT 1
        BEGIN SELECT RAISE(ABORT, 'an entry says what is left after it'); END;
        CREATE TRIGGER truck_ledger_entry_counts AFTER INSERT ON truck_ledger_entry BEGIN
            UPDATE truck_compartment SET on_hand = NEW.balance
            WHERE tenant = NEW.tenant AND truck_id = NEW.truck_id AND fuel_type = NEW.fuel_type;
        END;
        CREATE TRIGGER truck_ledger_entry_stays BEFORE UPDATE ON truck_ledger_entry
        BEGIN SELECT RAISE(ABORT, 'a ledger is only added to'); END;
        CREATE TRIGGER truck_ledger_entry_is_kept BEFORE DELETE ON truck_ledger_entry
        BEGIN SELECT RAISE(ABORT, 'a ledger is only added to'); END;

        -- Fuel set aside for an order that a driver has.
        CREATE TABLE truck_reservation (
            tenant TEXT NOT NULL, order_id TEXT NOT NULL, truck_id TEXT NOT NULL, fuel_type TEXT NOT NULL,
            gallons INTEGER NOT NULL CHECK (gallons > 0),
            PRIMARY KEY (tenant, order_id),
            FOREIGN KEY (tenant, truck_id) REFERENCES truck (tenant, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX truck_reservation_by_truck ON truck_reservation (tenant, truck_id, fuel_type);

        -- Accounts that may drive.
        CREATE TABLE fuel_driver (tenant TEXT NOT NULL, id TEXT NOT NULL, PRIMARY KEY (tenant, id)) STRICT, WITHOUT ROWID;

        CREATE TABLE shift (
            tenant TEXT NOT NULL, id TEXT NOT NULL, driver_id TEXT NOT NULL, truck_id TEXT NOT NULL, truck_code TEXT NOT NULL,
            area_id TEXT NOT NULL, started_at INTEGER NOT NULL,
            -- When watchers of an order last saw the driver move, in real time.
            shown_at INTEGER,
            ended_at INTEGER, ended_by TEXT CHECK (ended_by IN ('driver', 'dispatcher', 'system')),
            PRIMARY KEY (tenant, id),
            FOREIGN KEY (tenant, truck_id) REFERENCES truck (tenant, id),
            CHECK ((ended_at IS NULL) = (ended_by IS NULL))
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX shift_of_driver ON shift (tenant, driver_id) WHERE ended_at IS NULL;
        CREATE UNIQUE INDEX shift_of_truck ON shift (tenant, truck_id) WHERE ended_at IS NULL;
        CREATE INDEX shift_of_area ON shift (tenant, area_id) WHERE ended_at IS NULL;

        -- Orders that drivers may claim, or have.
        CREATE TABLE driver_job (
            tenant TEXT NOT NULL, id TEXT NOT NULL, number TEXT NOT NULL, customer_id TEXT NOT NULL, area_id TEXT NOT NULL,
            fuel_type TEXT NOT NULL, max_gallons INTEGER NOT NULL CHECK (max_gallons > 0),
            schedule_type TEXT NOT NULL CHECK (schedule_type IN ('asap', 'window')),
            starts_at INTEGER NOT NULL, promised_by INTEGER NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('open', 'assigned', 'under_way')), driver_id TEXT,
            PRIMARY KEY (tenant, id),
            CHECK ((state = 'open') = (driver_id IS NULL))
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX driver_job_of_area ON driver_job (tenant, area_id, starts_at) WHERE state = 'open';
        CREATE INDEX driver_job_open ON driver_job (tenant, starts_at, id) WHERE state = 'open';
        CREATE INDEX driver_job_of_driver ON driver_job (tenant, driver_id) WHERE driver_id IS NOT NULL;

        -- Millionths of a degree; the driver's own clock.
        CREATE TABLE driver_point (
            tenant TEXT NOT NULL, shift_id TEXT NOT NULL, recorded_at INTEGER NOT NULL, lat INTEGER NOT NULL, lng INTEGER NOT NULL,
            accuracy REAL CHECK (accuracy >= 0), heading INTEGER CHECK (heading BETWEEN 0 AND 359), speed REAL CHECK (speed >= 0),
            received_at INTEGER NOT NULL,
            PRIMARY KEY (tenant, shift_id, recorded_at),
            FOREIGN KEY (tenant, shift_id) REFERENCES shift (tenant, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX driver_point_by_age ON driver_point (tenant, received_at);
        """
}
