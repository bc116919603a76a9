import AuthService
import Kafka
import ServiceKit

ServiceRuntime<Auth>.main { settings in KafkaCluster(KafkaSettings(environment: settings.environment)) }
