import OrdersService
import Kafka
import ServiceKit

ServiceRuntime<Orders>.main { settings in KafkaCluster(KafkaSettings(environment: settings.environment)) }
