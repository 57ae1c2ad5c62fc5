import type { APIRequestContext } from '@playwright/test'
import { DEFAULT_LIMITS, type OfficeLimits } from '../../lib/limits/limits'
import { expect } from './office'
import { ORIGIN } from './wire'

export type { OfficeLimits }
/** The initial limits of the demo, because the tests check many names on few IBANs. */
export const DEMO_LIMITS: OfficeLimits = {
  ...DEFAULT_LIMITS,
  names: { ...DEFAULT_LIMITS.names, secondFrom: null },
}

/** Sets limits as the admin page does. */
export async function setLimits(admin: APIRequestContext, limits: OfficeLimits): Promise<void> {
  const before = await (await admin.get('/api/admin/limits')).json()
  const answer = await admin.put('/api/admin/limits', {
    data: { ...limits, before },
    headers: { origin: ORIGIN },
  })
  expect(answer.status()).toBe(200)
}
