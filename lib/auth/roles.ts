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

type Access = {
  /** who may open it: somebody with one of these roles, or a stranger too */
  opens: readonly Role[] | 'stranger'
  /** in whose navigation it stands; without it in nobody's */
  menu?: readonly Role[]
}

const everybody: Access = { opens: ROLES }
const admins: Access = { opens: ['admin'], menu: ['admin'] }

/**
 * The pages by their place in `app/`, with who may open them. Pages, navigation and tests read it here. Sandbox pages and
 * records are opened by whoever opens the page they belong to.
 */
export const PLACES = {
  '/signin': { opens: 'stranger' },
  '/join': { opens: 'stranger' },
  '/': { opens: ROLES, menu: ROLES },
  '/check': { opens: ['analyst'], menu: ['analyst'] },
  '/bulk': { opens: ROLES, menu: ['analyst'] },
  '/bulk/new': { opens: ['analyst'] },
  '/review': { opens: ['reviewer', 'analyst'], menu: ['reviewer', 'analyst'] },
  '/unknown': { opens: ['reviewer'], menu: ['reviewer'] },
  '/history': { opens: ROLES, menu: ROLES },
  '/glossary': everybody,
  '/account': everybody,
  '/account/profile': everybody,
  '/account/security': everybody,
  '/account/preferences': everybody,
  '/account/keys': everybody,
  '/admin/connections': admins,
  '/admin/review-rules': admins,
  '/admin/users': admins,
  '/admin/audit': { opens: ROLES, menu: ['admin'] },
  '/admin/usage': admins,
  '/admin/limits': admins,
  '/admin/retention': { opens: ['admin', 'reviewer'], menu: ['admin'] },
  '/admin/keys': admins,
  '/admin/webhooks': admins,
  '/admin/jobs': admins,
} satisfies Record<string, Access>
export type PagePlace = keyof typeof PLACES

/** Who may open this page and who has it in the navigation. */
export const accessTo = (place: PagePlace): Access => PLACES[place]

/** May a person with these roles open this page? */
export function mayOpen(actor: Pick<Actor, 'roles'>, place: PagePlace): boolean {
  const { opens } = accessTo(place)
  return opens === 'stranger' || hasRole(actor, ...opens)
}

/**
 * @param path of a page, or of its folder in `app/`: a sandbox page and a record belong to another page
 * @returns undefined for a path that is no page of the table
 */
export function placeOfPage(path: string): PagePlace | undefined {
  const live = path.replace(/^\/sandbox(?=\/|$)/, '') || '/'
  return [live, live.replace(/\/[^/]+$/, '')].find((each): each is PagePlace => Object.hasOwn(PLACES, each))
}
