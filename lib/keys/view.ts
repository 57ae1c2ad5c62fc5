import type { Scope } from '@/lib/keys/scopes'

/** `paused`: until its owner signs in through single sign-on again */
export type KeyState = 'active' | 'expired' | 'revoked' | 'owner_inactive' | 'paused'

/** A key as its owner and the admins see it: never its secret. */
export type KeyView = {
  id: string
  name: string
  owner: { id: string; name: string }
  /** `acc_` … and these */
  lastFour: string
  scopes: Scope[]
  state: KeyState
  createdAt: string
  expiresAt: string
  /** to the minute */
  lastUsedAt: string | null
}

/** What a new key answers with, this once. */
export type NewKey = KeyView & { secret: string }
