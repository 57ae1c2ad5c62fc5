import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import Papa from 'papaparse'
import { afterAll, describe, expect, it } from 'vitest'
import { insertPerson } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { db } from '@/lib/platform/db.server'
import { exportOriginal } from '@/lib/uploads/export.server'
import { receiveUpload } from '@/lib/uploads/intake/receive.server'
import { searchRows } from '@/lib/uploads/rows.server'
import { rowsSearch } from '@/lib/uploads/schema'
import { keptRows, linesOf, requestOf } from '@/lib/uploads/testing/body'
import { startProvider } from '@/service/testing/start-provider'
import { killProcess, startWorker } from './testing/worker'

/** Names and reasons that must be treated as plain text. */
const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '=HYPERLINK("http://evil.test","x")',
  '+1+cmd|x',
  '@SUM(A1)',
  '-2+3',
  'Ann \u202egro.tset',
  'Ann\u2066\u202b',
  'one\r\ntwo\tthree\u0000',
  'x'.repeat(100_000),
]
const FORMULA = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/
const INVISIBLE = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u

let log = ''

function startLoggedWorker(): ChildProcess {
  const env = { ...process.env, LOG_LEVEL: 'trace' }
  const child = startWorker({ env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  const appendLog = (piece: Buffer) => {
    log += piece.toString()
  }
  child.stdout?.on('data', appendLog)
  child.stderr?.on('data', appendLog)
  return child
}

const analyst = await insertPerson()
const provider = await startProvider()
await insertConnection(provider.baseUrl)
provider.change = (items) =>
  items.map((item, n) => ({
    ...item,
    ...{ status: 'completed', match_result: 'close_match', matched_name: HOSTILE[n] },
    ...{ status_reason: HOSTILE[n], note: HOSTILE[n] },
  }))
const id = (await receiveUpload(requestOf(linesOf(keptRows(HOSTILE.length))), analyst)).id
const worker = startLoggedWorker()
for (const end = Date.now() + 45_000; Date.now() < end; await sleep(50))
  if ((await db().upload.findUniqueOrThrow({ where: { id } })).state === 'completed') break
afterAll(async () => {
  await killProcess(worker)
})

const readRows = async () => (await searchRows(id, rowsSearch.parse({}), analyst.actor)).items

describe('hostile text from the provider', () => {
  it('is shown as plain text, at most 200 characters, without invisible characters', async () => {
    const rows = await readRows()
    expect(rows.map(({ result }) => result)).toEqual(HOSTILE.map(() => 'close_match'))
    expect(rows.slice(0, 2).map(({ matchedName }) => matchedName)).toEqual(HOSTILE.slice(0, 2))
    for (const { matchedName, statusReason } of rows) {
      expect(matchedName).not.toMatch(INVISIBLE)
      expect(Array.from(matchedName ?? '').length).toBeLessThanOrEqual(200)
      expect(statusReason).toMatch(/^[\x20-\x7e]{1,64}$/)
    }
  })

  it('starts no formula in the exported file', async () => {
    const { pieces } = await exportOriginal(id, 'en', analyst)
    const bytes = await Array.fromAsync(pieces)
    const { data } = Papa.parse<string[]>(Buffer.concat(bytes).toString().trim(), { delimiter: ';' })
    expect(data).toHaveLength(HOSTILE.length + 1)
    for (const cell of data.flat()) expect(cell).not.toMatch(FORMULA)
    expect(data[3]?.[3]).toBe(`'${HOSTILE[2]}`)
  })

  it('never reaches the log, where every line is one line of JSON', () => {
    const lines = log.trim().split('\n')
    expect(lines.length).toBeGreaterThan(1)
    for (const line of lines) {
      expect(line.length).toBeLessThan(4_000)
      expect(JSON.parse(line)).toHaveProperty('level')
    }
    expect(log).not.toMatch(/alert\(1\)|evil\.test|SUM\(A1\)|xxxxxxxx/)
    expect(log).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
  })
})
