import { ROLES } from '@/lib/auth/roles'

/** The seeded users of the demo. Their password is public because everything there is simulated. */
export const demoPeople = ROLES.map((role) => ({
  role,
  email: `${role}@accord.test`,
  password: 'accord-demo-2026',
}))
