import type { APIRequestContext } from '@playwright/test'
import { DEFAULT_LIMITS, type OfficeLimits } from '../../lib/limits/limits'
import { ORIGIN } from './http'
import { expect } from './office'

export type { OfficeLimits }
/** The initial limits of the demo. The tests check many names on few IBANs, so no second person is required. */
export const DEMO_LIMITS: OfficeLimits = {
  ...DEFAULT_LIMITS,
  names: { ...DEFAULT_LIMITS.names, secondFrom: null },
}

/** Sets limits as the admin page does. */
export async function setLimits(admin: APIRequestContext, limits: OfficeLimits): Promise<void> {
  const before = await (await admin.get('/api/admin/limits')).json()
  const response = await admin.put('/api/admin/limits', {
    data: { ...limits, before },
    headers: { origin: ORIGIN },
  })
  expect(response.status()).toBe(200)
}
