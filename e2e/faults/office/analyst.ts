import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { keptRows, rawRequest, type TestRow } from '@/lib/uploads/testing/body'
import { paymentUploadLines } from './payment-table'
import type { Person, PersonResponse } from './person'

/** A request, and whether it was acknowledged. Without a response it may have been executed. */
export type SentRequest = {
  kind: 'upload' | 'single'
  rows: { iban: string; name: string }[]
  acknowledged: boolean
}

/** An analyst, who retries a request without a response once with the same key, as the pages do. */
export class Analyst {
  readonly requests: SentRequest[] = []
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

  /** Uploads a payment file with this many rows. */
  async upload(count: number): Promise<SentRequest> {
    const rows = this.#rows(count)
    const request: SentRequest = { kind: 'upload', rows, acknowledged: false }
    this.requests.push(request)
    const text = paymentUploadLines(rows)
      .map((line) => `${line}\n`)
      .join('')
    const body = gzipSync(text)
    const headers = Object.fromEntries(rawRequest(body, Buffer.byteLength(text)).headers)
    const response = await this.#sendWithRetry((key) =>
      this.person.post('/api/uploads', body, { ...headers, ...key }),
    )
    request.acknowledged = response?.status === 201
    return request
  }

  /** Sends one live check. */
  async check(): Promise<SentRequest> {
    const rows = this.#rows(1)
    const request: SentRequest = { kind: 'single', rows, acknowledged: false }
    this.requests.push(request)
    const body = { ...rows[0], environment: 'live' }
    const response = await this.#sendWithRetry((key) => this.person.post('/api/verifications', body, key))
    request.acknowledged = response?.status === 200 || response?.status === 202
    return request
  }

  resume = (uploadId: string): Promise<PersonResponse | undefined> =>
    this.person.post(`/api/uploads/${uploadId}/resume`, undefined).catch(() => undefined)

  /** Retries with the same key when there was no response, or Accord was not ready. */
  async #sendWithRetry(
    send: (key: Record<string, string>) => Promise<PersonResponse>,
  ): Promise<PersonResponse | undefined> {
    const key = { 'idempotency-key': randomUUID() }
    for (let turn = 0; turn < 2; turn++) {
      const response = await send(key).catch(() => undefined)
      if (response && response.status < 500) return response
      await sleep(1_000)
    }
    return undefined
  }
}
