import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { ORIGIN } from './http'
import { expect } from './office'

/** Creates a sandbox check whose close match waits for a reviewer. @returns the ID of the check */
export async function makeCloseMatch(request: APIRequestContext, name: string): Promise<string> {
  const response = await request.post('/api/verifications', {
    headers: { origin: ORIGIN, 'idempotency-key': randomUUID() },
    data: { iban: 'FR7630006000011234567890189', name, environment: 'sandbox', sandboxResult: 'close_match' },
  })
  expect(response.status(), await response.text()).toBe(200)
  return (await response.json()).id
}
