import { DEMO_PASSWORD } from '@/lib/auth/demo-password.mjs'
import { ROLES } from '@/lib/auth/roles'

/** The seeded users of the demo, one for each role. */
export const demoPeople = ROLES.map((role) => ({
  role,
  email: `${role}@accord.test`,
  password: DEMO_PASSWORD,
}))
