// Ready means: the processes of this very start answer. An older one on the same port has another boot id.
import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '../prepare/project.mjs'
import { answers } from './ports.mjs'

const within = async (ms, question) => {
  const until = Date.now() + ms
  while (Date.now() < until) {
    if (await question()) return true
    await sleep(50)
  }
  return false
}

async function ask(address) {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(2_000) })
    return { ok: response.ok, body: await response.json() }
  } catch {
    return { ok: false, body: undefined }
  }
}

export async function webReady(address, bootId, patience = 60_000) {
  const up = await within(patience, async () => (await ask(`${address}/api/health`)).body?.bootId === bootId)
  if (!up) throw new Problem(`The web application did not answer on ${address}. Its messages stand above.`)
}

export async function serviceReady(port, patience = 30_000) {
  if (await within(patience, () => answers(port))) return
  throw new Problem(`The verification service did not answer on port ${port}. Its messages stand above.`)
}

/** Everything behind the web is there too (database, migrations, a worker's heartbeat): answers whether it is. */
export const wholeReady = (address, patience = 10_000) =>
  within(patience, async () => (await ask(`${address}/api/ready`)).ok)
