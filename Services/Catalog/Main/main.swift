import CatalogService
import Kafka
import ServiceKit

ServiceRuntime<Catalog>.main { settings in KafkaCluster(KafkaSettings(environment: settings.environment)) }
