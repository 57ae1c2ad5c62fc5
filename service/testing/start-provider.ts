import { afterAll } from 'vitest'
import { Provider, type ReceivedRequest } from './provider'

/**
 * Starts a provider at the top of a test file; it stops after the file's tests.
 * @param onRequest is called with every request when it arrives
 */
export async function startProvider(onRequest?: (hit: ReceivedRequest) => void): Promise<Provider> {
  const provider = await new Provider(onRequest).start()
  afterAll(() => provider.stop())
  return provider
}
