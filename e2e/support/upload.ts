import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { APIRequestContext } from '@playwright/test'
import { linesOf, type TestRow } from '../../lib/uploads/testing/body'
import { type UploadHead, WIRE_BYTES, WIRE_TYPE } from '../../lib/uploads/wire'
import { ORIGIN } from './http'
import { expect } from './office'

/** Uploads rows as an API client does. @returns the ID of the upload */
export async function sendUpload(
  request: APIRequestContext,
  rows: TestRow[],
  head: Partial<UploadHead> = {},
  lines = linesOf(rows, head),
): Promise<string> {
  const text = lines.map((line) => `${line}\n`).join('')
  const response = await request.post('/api/uploads', {
    headers: {
      origin: ORIGIN,
      'idempotency-key': randomUUID(),
      'content-type': WIRE_TYPE,
      [WIRE_BYTES]: String(Buffer.byteLength(text)),
    },
    data: gzipSync(text),
  })
  expect(response.status(), await response.text()).toBe(201)
  return (await response.json()).id
}

/** The bank of the service that always times out. */
export const TIMEOUT_BANK = '99000002'
/** The bank of the service that verifies no account. */
export const UNVERIFIABLE_BANK = '99000004'
