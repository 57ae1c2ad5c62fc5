import type { Scope } from '@/lib/keys/scopes'
import type { PersonView } from '@/lib/platform/person'

/** `paused`: until its owner uses single sign-on again */
export type KeyState = 'active' | 'expired' | 'revoked' | 'owner_inactive' | 'paused'

/** A key as its owner and the admins see it, without its secret. */
export type KeyView = {
  id: string
  name: string
  owner: PersonView
  /** the last four characters of the secret, after `acc_` … */
  lastFour: string
  scopes: Scope[]
  state: KeyState
  expiresAt: string
  /** rounded to the minute */
  lastUsedAt: string | null
}

/** The response to creating a key, the only one with the secret. */
export type NewKey = KeyView & { secret: string }
