export const ROLES = ['analyst', 'reviewer', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** Who asks. Read from the database on every request: a changed role counts at once. */
export type Actor = {
  id: string
  sessionId: string
  name: string
  email: string
  roles: Role[]
  timeZone: string | null
  /** a role of theirs demands a second factor, and there is none yet: only the account pages are open */
  mustEnrol?: boolean
  /** has shown within ten minutes that it is they: at sign-in, or again since (step-up.server.ts) */
  confirmed?: boolean
  /** newly a second person: decides nothing before (second-person.server.ts) */
  decidesFrom?: Date
  /** came with a key instead of a session: whatever is done is done as the key's owner */
  key?: { id: string; scopes: string[] }
}

/** Roles add up: holding one of the wanted roles is enough. */
export const hasRole = (actor: Pick<Actor, 'roles'>, ...wanted: Role[]): boolean =>
  wanted.some((role) => actor.roles.includes(role))

/**
 * Whose records an actor may read (README "Who sees what"): reviewers and admins all, analysts their own.
 * Admins without another role see them masked.
 */
export const seesAll = (actor: Pick<Actor, 'roles'>): boolean => hasRole(actor, 'reviewer', 'admin')
/** Whether this request may read checks at all: a key needs the scope for it. */
export const readsChecks = ({ key }: Pick<Actor, 'key'>): boolean =>
  key?.scopes.includes('checks:read') ?? true
export const seesMasked = (actor: Pick<Actor, 'roles'>): boolean => !hasRole(actor, 'analyst', 'reviewer')
