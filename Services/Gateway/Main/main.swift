import GatewayService
import Kafka

await GatewayProcess.main { environment in
    KafkaCluster(KafkaSettings(environment: environment))
}
