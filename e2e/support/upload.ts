import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { APIRequestContext } from '@playwright/test'
import { linesOf, type TestRow } from '../../lib/uploads/testing/body'
import { type UploadHead, WIRE_BYTES, WIRE_TYPE } from '../../lib/uploads/wire'
import { expect } from './office'
import { ORIGIN } from './wire'

/** Sends rows like an API client. @returns the ID of the upload */
export async function upload(
  request: APIRequestContext,
  rows: TestRow[],
  head: Partial<UploadHead> = {},
  lines = linesOf(rows, head),
): Promise<string> {
  const text = lines.map((line) => `${line}\n`).join('')
  const answer = await request.post('/api/uploads', {
    headers: {
      origin: ORIGIN,
      'idempotency-key': randomUUID(),
      'content-type': WIRE_TYPE,
      [WIRE_BYTES]: String(Buffer.byteLength(text)),
    },
    data: gzipSync(text),
  })
  expect(answer.status(), await answer.text()).toBe(201)
  return (await answer.json()).id
}

/**
 * A German account at this bank; 99000002 is the one in the service that always times out, 99000004 the one that
 * verifies no account.
 */
export function accountAt(bank: string, n: number): string {
  const bban = `${bank}${String(n).padStart(10, '0')}`
  return `DE${String(98n - (BigInt(`${bban}131400`) % 97n)).padStart(2, '0')}${bban}`
}
