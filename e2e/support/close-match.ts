import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { expect } from './office'
import { ORIGIN } from './wire'

/** Checks this name in the sandbox, where it is a close match, and so waits for a reviewer. @returns the ID of the check */
export async function makeCloseMatch(request: APIRequestContext, name: string): Promise<string> {
  const answer = await request.post('/api/verifications', {
    headers: { origin: ORIGIN, 'idempotency-key': randomUUID() },
    data: { iban: 'FR7630006000011234567890189', name, environment: 'sandbox', sandboxResult: 'close_match' },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  return (await answer.json()).id
}
