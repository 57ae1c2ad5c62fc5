import { afterEach, describe, expect, it, vi } from 'vitest'
import { requestOnce } from './request-once'

const keys: string[] = []
/** The next requests get these answers: a status, none at all, or the stored error of the first try. */
function answers(...statuses: (number | 'lost' | 'stored')[]) {
  keys.length = 0
  vi.stubGlobal('fetch', async (_url: string, { headers }: { headers: Record<string, string> }) => {
    keys.push(headers['idempotency-key'] ?? '')
    const status = statuses.shift() ?? 200
    if (status === 'lost') throw new TypeError('network')
    if (status === 'stored')
      return new Response('{}', { status: 500, headers: { 'idempotent-replayed': 'true' } })
    return new Response('{}', { status })
  })
}
afterEach(() => vi.unstubAllGlobals())

const ask = (url: string, body?: object) => requestOnce(url, body).catch(() => {})

describe('a request that spends', () => {
  it('keeps its key while it is uncertain whether it was carried out, so that it never pays twice', async () => {
    answers('lost', 500, 200, 200)
    for (let n = 0; n < 4; n++) await ask('/api/verifications/1/recheck')
    const [first, second, third, anew] = keys
    expect([second, third]).toEqual([first, first])
    expect(anew).not.toBe(first)
  })

  it('gets another key when the server only repeats that the first try failed: every other try would end so', async () => {
    answers(500, 'stored', 200)
    for (let n = 0; n < 3; n++) await ask('/api/verifications/3/recheck')
    const [first, second, third] = keys
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  it('gets another key after a refusal, which spent nothing', async () => {
    answers(402, 200)
    await ask('/api/verifications/2/recheck')
    await ask('/api/verifications/2/recheck')
    expect(new Set(keys).size).toBe(2)
  })

  it('never shares a key with another request', async () => {
    answers('lost', 'lost', 200)
    await ask('/api/verifications', { name: 'Marie Curie' })
    await ask('/api/verifications', { name: 'Pierre Curie' })
    await ask('/api/verifications', { name: 'Marie Curie' })
    const [marie, pierre, again] = keys
    expect(again).toBe(marie)
    expect(pierre).not.toBe(marie)
  })
})
