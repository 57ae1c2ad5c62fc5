import type { Role } from '@/lib/auth/roles'

export type UserState = 'active' | 'invited' | 'deactivated'

/** A person as admins see them. */
export type UserView = {
  id: string
  name: string
  email: string
  roles: Role[]
  state: UserState
  lastSignInAt: string | null
  /** a second factor is on */
  factor: boolean
  /** comes through single sign-on, whose groups decide the roles */
  sso: boolean
  /** too many wrong passwords: they need a link for a new one */
  blocked: boolean
  /** decides nothing before; `by`: whose act it was, who confirm nothing here */
  waits: { until: string; by: string[] } | null
  /** living sessions */
  sessions: number
}

/**
 * `reviewersMissing`: approvals take two people, and there are fewer than two who could give them.
 * `factorFor`: the roles whose people need a second factor.
 */
export type UserList = { items: UserView[]; reviewersMissing: boolean; factorFor: Role[] }

/** A single-use link, in the one answer that ever holds it. */
export type PasswordLink = { userId: string; email: string; url: string; expiresAt: string }
