import type { Role } from '@/lib/auth/roles'

export type UserState = 'active' | 'invited' | 'deactivated'

/** A person as the admin page shows them. */
export type UserView = {
  id: string
  name: string
  email: string
  roles: Role[]
  state: UserState
  lastSignInAt: string | null
  /** whether a second factor is on */
  factor: boolean
  /** signs in by single sign-on, whose groups decide the roles */
  sso: boolean
  /** too many wrong passwords: needs a link for a new one */
  blocked: boolean
  /** cannot act as a second person before `until`; `by`: the admins who caused it and can't confirm the person */
  waits: { until: string; by: string[] } | null
}

/**
 * `reviewersMissing`: approvals take two people, and fewer than two can give them.
 * `factorFor`: the roles that require a second factor.
 */
export type UserList = { items: UserView[]; reviewersMissing: boolean; factorFor: Role[] }

/** A single-use link, in the only response that contains it. */
export type PasswordLink = { userId: string; email: string; url: string; expiresAt: string }
