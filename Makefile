# Souk: the manual. `make` lists what there is.
.DEFAULT_GOAL := help
.PHONY: help run down test test-broker test-brokers interop build bench docs packages test-packages

CONFIGURATION := release
BUILD_FLAGS := -c $(CONFIGURATION) --explicit-target-dependency-import-check error
BIN := .build/$(CONFIGURATION)
# SwiftPM passes the traits of a package to the compiler in the order of a hashed set. Without a fixed order every
# second build compiles Hummingbird and everything that depends on it again, which makes `make test` after `make run`
# eight minutes longer.
SWIFT_BUILD := SWIFT_DETERMINISTIC_HASHING=1 swift build $(BUILD_FLAGS)

# Debian packages: to build and run, and what the tests look at us with from outside.
PACKAGES := pkg-config librdkafka-dev libsqlite3-dev libssl-dev libqrencode-dev libpng-dev
TEST_PACKAGES := curl haproxy kcat prometheus zbar-tools poppler-utils openssl python3 python3-venv oathtool chromium

# Suites that start brokers or the whole platform. Two lanes, in each one suite after the other: more at once take the
# processor from each other and run into their deadlines.
PLATFORM_LANE := EndToEndTests
BROKER_LANE := MessagingTests|KafkaTests
HEAVY := $(PLATFORM_LANE)|$(BROKER_LANE)
# Suites full of time limits (slow peers, rate limits, drains): alone, so that nobody's arithmetic makes their peers slower than they play.
TIMED := GatewayTests|FCMTests|SMSTests|SMTPTests|ChannelConformanceTests|DeliverySenderTests|CatchingUpTests|WebhookCallTests

help: ## What can be made here
	@echo "make run      build, start everything, print READY and a first curl; Ctrl-C stops it all"
	@echo "make test     build once, run every test (what .ci/run calls)"
	@echo "make test-broker KAFKA_BOOTSTRAP_SERVERS=…   the suites that need a log, on that cluster"
	@echo "make interop  test the API with Schemathesis at length: many more requests to every app"
	@echo "make build    build only; the programs are then in $(BIN)/"
	@echo "make bench    measure the running system against its broker, write docs/bench.svg"
	@echo "make docs     write docs/messages.md, asyncapi.yaml, tenants.md and openapi.json anew from the services"
	@echo "make down     stop what 'make run' started in another shell"
	@echo
	@echo "Settings: SOUK_PORT (8080), SOUK_DATA (./data), KAFKA_BOOTSTRAP_SERVERS (unset: the embedded broker). See docs/running.md."

# What shards were given in the suites so far, and the SQL that ran, for the suites that judge it. They come last.
LAST := DeliveredMessagesTests|StatementPlanTests
GATHERED := SOUK_DELIVERIES=$(CURDIR)/.build/deliveries SOUK_STATEMENTS=$(CURDIR)/.build/statements

# The longest first: what is left at the end is short. They run beside the lanes, which take a quarter of two processors, and yield to
# them, because the lanes have deadlines.
INTEROP := Tests/Interop/contract.py $(filter-out Tests/Interop/contract.py,$(wildcard Tests/Interop/*.py Tests/EndToEndApps/*.py))

run: build ## Foreground; a second start finds its data again
	@exec $(BIN)/souk up

down:
	@$(BIN)/souk down

build: packages
	$(SWIFT_BUILD)

test: packages test-packages
	$(SWIFT_BUILD) --build-tests
	@rm -f .build/deliveries .build/statements
	@$(GATHERED) deploy/run-tests.sh $(BUILD_FLAGS) --skip '$(HEAVY)|$(TIMED)|$(LAST)'
	@$(GATHERED) deploy/run-tests.sh $(BUILD_FLAGS) --filter '$(TIMED)' --skip '$(HEAVY)'
	@$(GATHERED) deploy/run-tests.sh $(BUILD_FLAGS) --filter '$(LAST)'
	@deploy/run-beside.sh "deploy/run-lanes.sh $(BIN) '$(PLATFORM_LANE)' '$(BROKER_LANE)'" "nice -n 5 deploy/run-interop.sh $(INTEROP)"

# The suites that need a log. SagaTests needs none; it is included because it checks that any order of messages gives
# the same result.
BROKER_SUITES := ^(KafkaTests|MessagingTests|EndToEndTests|SagaTests)\.

test-broker: packages test-packages
	@test -n "$(KAFKA_BOOTSTRAP_SERVERS)" || { \
		echo "make test-broker KAFKA_BOOTSTRAP_SERVERS=host:port[,…]; TLS and SASL: KAFKA_* variables, see docs/running.md"; exit 1; }
	$(SWIFT_BUILD) --build-tests
	@KAFKA_BOOTSTRAP_SERVERS=$(KAFKA_BOOTSTRAP_SERVERS) deploy/run-tests.sh $(BUILD_FLAGS) --no-parallel --filter '$(BROKER_SUITES)'

# BROKER_HOME: a folder of Apache Kafka. Tests one empty broker, then three of which one is killed, then one with TLS,
# SASL and rights.
test-brokers:
	@for kind in one three secure; do \
		settings=$$(Tests/Broker/kafka.sh $$kind) && env $$settings $(MAKE) CONFIGURATION=$(CONFIGURATION) test-broker; status=$$?; \
		Tests/Broker/kafka.sh stop; [ $$status -eq 0 ] || exit $$status; \
	done

interop: build
	@python3 Tests/Interop/contract.py --examples 50 --seconds 600

bench: build
	$(BIN)/souk bench --json docs/bench.json --svg docs/bench.svg

docs: build
	$(BIN)/souk docs --openapi-of deploy/tenants/eventpass.yml

packages:
	@deploy/install-packages.sh $(PACKAGES)

test-packages:
	@deploy/install-packages.sh $(TEST_PACKAGES)
