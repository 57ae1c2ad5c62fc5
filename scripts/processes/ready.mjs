// Ready means that the processes of this start answer. An older process on the same port has another boot id.
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '../prepare/project.mjs'
import { acceptsConnections } from './ports.mjs'

const pollUntil = async (ms, condition) => {
  const deadline = performance.now() + ms
  while (performance.now() < deadline) {
    if (await condition()) return true
    await sleep(50)
  }
  return false
}

/** @returns {Promise<boolean>} whether there is any response within two seconds */
export const isResponding = async (address) => (await get(address)).status !== undefined

/** A plain request: fetch() would cost a long-lived supervisor a fifth of its memory. */
const get = (address) =>
  new Promise((resolve) => {
    const fail = () => resolve({ ok: false, status: undefined, body: undefined })
    const request = http.get(address, { agent: false, timeout: 2_000 }, async (response) => {
      try {
        let text = ''
        for await (const piece of response) text += piece
        const status = response.statusCode
        resolve({ ok: status === 200, status, body: /^[[{]/.test(text) ? JSON.parse(text) : undefined })
      } catch {
        fail()
      }
    })
    request.once('timeout', () => request.destroy())
    request.once('error', fail)
  })

export async function waitForWeb(address, bootId, timeoutMs = 60_000) {
  const up = await pollUntil(
    timeoutMs,
    async () => (await get(`${address}/api/health`)).body?.bootId === bootId,
  )
  if (!up) throw new Problem(`The web application did not answer on ${address}. See its log output above.`)
}

export async function waitForService(port, timeoutMs = 30_000) {
  if (await pollUntil(timeoutMs, () => acceptsConnections(port))) return
  throw new Problem(`The verification service did not answer on port ${port}. See its log output above.`)
}

/** Whether everything behind the web process is ready too: database, migrations, a worker's heartbeat. */
export const waitForReadiness = (address, timeoutMs = 10_000) =>
  pollUntil(timeoutMs, async () => (await get(`${address}/api/ready`)).ok)
