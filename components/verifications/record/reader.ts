import { type Actor, hasRole } from '@/lib/auth/roles'

/** Who reads a record, and what they may do with it. */
export type Reader = {
  id: string
  mayCheck: boolean
  /** about lost answers */
  mayDecide: boolean
}

/** @returns what this person may do with a record */
export const readerOf = (actor: Actor): Reader => ({
  id: actor.id,
  mayCheck: hasRole(actor, 'analyst'),
  mayDecide: hasRole(actor, 'reviewer'),
})
