import type { Role } from '@/lib/auth/roles'

export type SessionView = {
  id: string
  /** "Firefox, Linux" */
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
  /** one of the people of the demo office, which stay as they are */
  demo: boolean
  /** comes through single sign-on: no password and no second factor here */
  sso: boolean
  factor: { since: string | null; codesLeft: number; required: boolean }
  sessions: SessionView[]
}

/** What an authenticator app needs, in the one answer that holds it. */
export type Enrolment = { secret: string; uri: string }
