import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ibanOf } from '../lib/uploads/testing/body'
import { createUploadRequest, uniqueLetters } from './support/canary'
import { withDatabase } from './support/database'
import { ORIGIN } from './support/http'
import { createKey, revokeTestKeys, signInAsRole } from './support/keys'
import { expect, test } from './support/office'

const MARK = uniqueLetters()
const NAMES = [`Canarina${MARK}`, `Uploadina${MARK}`]
const IBANS = [ibanOf(70_000_001), ibanOf(70_000_002)] as const
const FILE = `canary-${MARK}.csv`

/** Reads what the processes under test have logged so far. */
function readLogs(): string {
  const folder = path.join(process.env.DATA_DIR ?? '', 'logs')
  return readdirSync(folder)
    .map((file) => readFileSync(path.join(folder, file), 'utf8'))
    .join('\n')
}

test.describe('names, IBANs and secrets', () => {
  test.afterAll(revokeTestKeys)

  test('appear in no log, header or audit entry, only in responses to people who may read them', async ({
    playwright,
  }) => {
    const owner = await signInAsRole(playwright, 'analyst')
    const { secret, id: keyId } = await createKey(owner)
    const headers: string[] = []
    const call = async (url: string, body?: BodyInit, more: Record<string, string> = {}) => {
      const answer = await fetch(`${ORIGIN}${url}`, {
        method: body === undefined ? 'GET' : 'POST',
        body,
        headers: {
          authorization: `Bearer ${secret}`,
          'idempotency-key': randomUUID(),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...more,
        },
      })
      headers.push(JSON.stringify([...answer.headers]))
      return { status: answer.status, text: await answer.text() }
    }
    const check = { environment: 'live', iban: IBANS[0], name: `${NAMES[0]} Holder` }
    const checked = await call('/api/verifications', JSON.stringify(check))
    expect(checked.text).toContain(NAMES[0])
    // invalid input is parsed too, and must not be logged
    for (const body of [
      JSON.stringify({ ...check, iban: `${IBANS[0]}9` }),
      `{"name":"${NAMES[0]}"`,
      JSON.stringify({ ...check, [`${NAMES[0]}`]: 1 }),
    ])
      expect((await call('/api/verifications', body)).status).toBeGreaterThanOrEqual(400)
    const { body, headers: wire } = createUploadRequest(
      [{ iban: IBANS[1], name: `${NAMES[1]} Holder` }],
      FILE,
    )
    const sent = await call('/api/uploads', body, wire)
    expect(sent.status, sent.text).toBe(201)
    const { id } = JSON.parse(sent.text)
    const state = async () => JSON.parse((await call(`/api/uploads/${id}`)).text).status
    await expect.poll(state, { timeout: 30_000 }).toBe('completed')
    expect((await call(`/api/uploads/${id}/rows`)).text).toContain(NAMES[1])
    expect((await call('/api/verifications/search', JSON.stringify({ text: NAMES[0] }))).text).toContain(
      NAMES[0],
    )
    expect((await call(`/api/uploads/${id}/export/table?format=csv`)).text).toContain(NAMES[1])

    const audit = await withDatabase(async (client) => {
      const { rows } = await client.query(
        `select a::text as line from audit_entries a where at > now() - interval '10 minutes'`,
      )
      return rows.map(({ line }) => line).join('\n')
    })
    expect(audit, 'the audit log names the key that acted').toMatch(new RegExp(`keyId"+: "+${keyId}`))
    const logs = readLogs()
    expect(logs).toContain('worker ready')
    const secrets = [
      secret,
      secret.slice(4),
      process.env.VERIFICATION_CLIENT_SECRET,
      process.env.METRICS_TOKEN,
      process.env.AUDIT_KEY,
    ]
    const marks = [...NAMES, ...IBANS, ...secrets.filter((one) => one !== undefined)]
    for (const [where, text] of Object.entries({
      logs: logs,
      headers: headers.join('\n'),
      audit,
    }))
      for (const mark of marks)
        expect(text.toLowerCase().includes(mark.toLowerCase()), `${mark.slice(0, 9)}… in the ${where}`).toBe(
          false,
        )
  })
})
