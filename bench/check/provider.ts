// The verification service of the tests, whose banks answer after a fixed time. Sends its port to its parent.
import { Provider } from '../../service/testing/provider'

const provider = await new Provider(undefined, { latencyMs: Number(process.env.BENCH_LATENCY_MS) }).start()
process.once('disconnect', () => process.exit(0))
process.send?.({ port: Number(new URL(provider.baseUrl).port) })
