import { type Actor, hasRole } from '@/lib/auth/roles'

/** The reader of a record, and their permissions. */
export type Reader = {
  id: string
  mayCheck: boolean
  /** may resolve lost responses */
  mayDecide: boolean
}

/** @returns the permissions of this person for a record */
export const readerOf = (actor: Actor): Reader => ({
  id: actor.id,
  mayCheck: hasRole(actor, 'analyst'),
  mayDecide: hasRole(actor, 'reviewer'),
})
