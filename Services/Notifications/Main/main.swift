import NotificationsService
import Kafka
import ServiceKit

ServiceRuntime<Notifications>.main { settings in KafkaCluster(KafkaSettings(environment: settings.environment)) }
