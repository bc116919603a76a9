import SchedulingService
import Kafka
import ServiceKit

ServiceRuntime<Scheduling>.main { settings in KafkaCluster(KafkaSettings(environment: settings.environment)) }
