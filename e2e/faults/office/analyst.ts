import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { keptRows, rawRequest, type TestRow } from '@/lib/uploads/testing/body'
import { paidLinesOf } from './paid-file'
import type { Answer, Person } from './person'

/** What a person requested, and whether the dashboard accepted it. A request without a response may have happened. */
export type SentRequest = {
  kind: 'upload' | 'single'
  rows: { iban: string; name: string }[]
  answered: boolean
}

/** An analyst. A request without a response is retried once with the same key, as the pages do. */
export class Analyst {
  readonly asked: SentRequest[] = []
  readonly person: Person
  #row = 0

  constructor(person: Person) {
    this.person = person
  }

  #rows(count: number): Extract<TestRow, { iban: string }>[] {
    const rows = keptRows(count, this.#row) as Extract<TestRow, { iban: string }>[]
    this.#row += count
    return rows
  }

  /** A payment file with this many rows. */
  async upload(count: number): Promise<SentRequest> {
    const rows = this.#rows(count)
    const asked: SentRequest = { kind: 'upload', rows, answered: false }
    this.asked.push(asked)
    const text = paidLinesOf(rows)
      .map((line) => `${line}\n`)
      .join('')
    const packed = gzipSync(text)
    const headers = Object.fromEntries(rawRequest(packed, Buffer.byteLength(text)).headers)
    const answer = await this.#patiently((key) =>
      this.person.post('/api/uploads', packed, { ...headers, ...key }),
    )
    asked.answered = answer?.status === 201
    return asked
  }

  /** One paid check in the live environment. */
  async check(): Promise<SentRequest> {
    const rows = this.#rows(1)
    const asked: SentRequest = { kind: 'single', rows, answered: false }
    this.asked.push(asked)
    const body = { ...rows[0], environment: 'live' }
    const answer = await this.#patiently((key) => this.person.post('/api/verifications', body, key))
    asked.answered = answer?.status === 200 || answer?.status === 202
    return asked
  }

  resume = (uploadId: string): Promise<Answer | undefined> =>
    this.person.post(`/api/uploads/${uploadId}/resume`, undefined).catch(() => undefined)

  /** Retries with the same key when there was no response, or Accord was not ready. */
  async #patiently(ask: (key: Record<string, string>) => Promise<Answer>): Promise<Answer | undefined> {
    const key = { 'idempotency-key': randomUUID() }
    for (let turn = 0; turn < 2; turn++) {
      const answer = await ask(key).catch(() => undefined)
      if (answer && answer.status < 500) return answer
      await sleep(1_000)
    }
    return undefined
  }
}
