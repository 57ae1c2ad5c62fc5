import type { APIRequestContext } from '@playwright/test'
import { DEFAULT_LIMITS, type OfficeLimits } from '../../lib/limits/limits'
import { expect } from './office'
import { ORIGIN } from './wire'

export type { OfficeLimits }
/** What the demo office begins with: the journeys of one office try many names on few IBANs. */
export const DEMO_LIMITS: OfficeLimits = {
  ...DEFAULT_LIMITS,
  names: { ...DEFAULT_LIMITS.names, secondFrom: null },
}

/** What an admin would set on the page of limits. */
export async function setLimits(admin: APIRequestContext, limits: OfficeLimits): Promise<void> {
  const answer = await admin.put('/api/admin/limits', { data: limits, headers: { origin: ORIGIN } })
  expect(answer.status()).toBe(200)
}
