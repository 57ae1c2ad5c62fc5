import type { AuditActor } from '@/lib/audit/record.server'

export const ROLES = ['analyst', 'reviewer', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** The person behind a request. Read from the database on every request, so a changed role applies immediately. */
export type Actor = {
  id: string
  sessionId: string
  name: string
  email: string
  roles: Role[]
  /** one of their roles requires a second factor that isn't enrolled yet: only the account pages are open */
  mustEnrol?: boolean
  /** has proved their identity in the last ten minutes, at sign-in or again since (step-up.server.ts) */
  confirmed?: boolean
  /** newly a second person: may not decide before this time (second-person.server.ts) */
  decidesFrom?: Date
  /** authenticated with an API key instead of a session: acts as the key's owner */
  key?: { id: string; scopes: string[] }
}

/** Who asks for something: the person, and the same as the audit log stores them. */
export type RequestedBy = { actor: Actor; auditActor: AuditActor }

/** Roles are additive: one of the wanted roles is enough. */
export const hasRole = (actor: Pick<Actor, 'roles'>, ...wanted: Role[]): boolean =>
  wanted.some((role) => actor.roles.includes(role))

/**
 * Whose records an actor may read (docs/use.md "What an admin sees"): reviewers and admins all, analysts their own.
 * Admins without another role see them masked.
 */
export const seesAll = (actor: Pick<Actor, 'roles'>): boolean => hasRole(actor, 'reviewer', 'admin')
/** Whether this request may read checks at all: an API key needs the scope for it. */
export const readsChecks = ({ key }: Pick<Actor, 'key'>): boolean =>
  key?.scopes.includes('checks:read') ?? true
/** Whether names and IBANs are masked for this actor: an admin without another role. */
export const seesMasked = (actor: Pick<Actor, 'roles'>): boolean => !hasRole(actor, 'analyst', 'reviewer')

/** The codes of checks that are not sent, and of uploads that pause, because of their person. They are stable. */
export type RequesterProblem = 'requester_deactivated' | 'requester_not_analyst'

type Requester = Pick<Actor, 'roles'> & { disabledAt: Date | null }

/** Why the checks of a person are not sent now, or null. */
export function requesterProblem(person: Requester): RequesterProblem | null {
  if (person.disabledAt) return 'requester_deactivated'
  return hasRole(person, 'analyst') ? null : 'requester_not_analyst'
}

type Access = {
  /** who may open it: anyone with one of these roles, or visitors too */
  opens: readonly Role[] | 'stranger'
  /** who has it in the navigation; nobody if absent */
  menu?: readonly Role[]
}

const everybody: Access = { opens: ROLES }
const admins: Access = { opens: ['admin'], menu: ['admin'] }

/**
 * The pages by their path in `app/`, with who may open them: the one table for pages, navigation and tests.
 * Sandbox pages and records follow the page they belong to.
 */
export const PLACES = {
  '/signin': { opens: 'stranger' },
  '/join': { opens: 'stranger' },
  '/': { opens: ROLES, menu: ROLES },
  '/check': { opens: ['analyst'], menu: ['analyst'] },
  '/bulk': { opens: ROLES, menu: ['analyst'] },
  '/bulk/new': { opens: ['analyst'] },
  '/payments': { opens: ROLES, menu: ['analyst', 'reviewer'] },
  '/payments/reports': everybody,
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
  '/admin/payment-policy': admins,
  '/admin/bank-profiles': admins,
  '/admin/participants': admins,
  '/admin/retention': { opens: ['admin', 'reviewer'], menu: ['admin'] },
  '/admin/keys': admins,
  '/admin/webhooks': admins,
  '/admin/jobs': admins,
} satisfies Record<string, Access>
export type PagePlace = keyof typeof PLACES

/** Who may open this page, and who has it in the navigation. */
export const accessTo = (place: PagePlace): Access => PLACES[place]

/** Whether a person with these roles may open this page. */
export function mayOpen(actor: Pick<Actor, 'roles'>, place: PagePlace): boolean {
  const { opens } = accessTo(place)
  return opens === 'stranger' || hasRole(actor, ...opens)
}

/**
 * @param path of a page, or of its folder in `app/`: a sandbox page and a record belong to another page
 * @returns undefined for a path that isn't in the table
 */
export function placeOfPage(path: string): PagePlace | undefined {
  const live = path.replace(/^\/sandbox(?=\/|$)/, '') || '/'
  return [live, live.replace(/\/[^/]+$/, '')].find((each): each is PagePlace => Object.hasOwn(PLACES, each))
}
