import PaymentsService
import Kafka
import ServiceKit

ServiceRuntime<Payments>.main { settings in KafkaCluster(KafkaSettings(environment: settings.environment)) }
