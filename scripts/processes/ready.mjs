// Ready means that the processes of this start answer. An older process on the same port has another boot id.
import http from 'node:http'
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

/** @returns {Promise<boolean>} whether there is any response within two seconds */
export const respond = async (address) => (await ask(address)).status !== undefined

/** A plain request: fetch() would cost a long-lived supervisor a fifth of its memory. */
const ask = (address) =>
  new Promise((resolve) => {
    const nothing = () => resolve({ ok: false, status: undefined, body: undefined })
    const request = http.get(address, { agent: false, timeout: 2_000 }, async (response) => {
      try {
        let text = ''
        for await (const piece of response) text += piece
        const status = response.statusCode
        resolve({ ok: status === 200, status, body: /^[[{]/.test(text) ? JSON.parse(text) : undefined })
      } catch {
        nothing()
      }
    })
    request.once('timeout', () => request.destroy())
    request.once('error', nothing)
  })

export async function webReady(address, bootId, patience = 60_000) {
  const up = await within(patience, async () => (await ask(`${address}/api/health`)).body?.bootId === bootId)
  if (!up) throw new Problem(`The web application did not answer on ${address}. See its log output above.`)
}

export async function serviceReady(port, patience = 30_000) {
  if (await within(patience, () => answers(port))) return
  throw new Problem(`The verification service did not answer on port ${port}. See its log output above.`)
}

/** Whether everything behind the web process is ready too: database, migrations, a worker's heartbeat. */
export const wholeReady = (address, patience = 10_000) =>
  within(patience, async () => (await ask(`${address}/api/ready`)).ok)
