import type { Role } from '@/lib/auth/roles'

export type SessionView = {
  id: string
  /** browser and system, such as "Firefox, Linux" */
  device: string | null
  current: boolean
  createdAt: string
  lastSeenAt: string
}

/** A person's own account, as they see it. */
export type AccountView = {
  name: string
  email: string
  roles: Role[]
  timeZone: string
  /** a shared account of the demo office, which can't be changed */
  demo: boolean
  /** signs in by single sign-on: no password or second factor here */
  sso: boolean
  factor: { since: string | null; codesLeft: number; required: boolean }
  /** in characters */
  shortestPassword: number
  sessions: SessionView[]
}

/** The secret of an authenticator app. Only the enrolment response contains it. */
export type Enrolment = { secret: string; uri: string }
