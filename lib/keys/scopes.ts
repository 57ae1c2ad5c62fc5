import type { Role } from '@/lib/auth/roles'

/** What a key may be allowed to do, in the order in which the form offers it. Administration is never among it. */
export const SCOPES = [
  'checks:read',
  'checks:write',
  'uploads:read',
  'uploads:write',
  'reviews:read',
  'reviews:decide',
  'exports:read',
  'usage:read',
] as const
export type Scope = (typeof SCOPES)[number]

/** Whom a scope can serve at all: the owner's role is asked for again on every call. */
const SERVES: Partial<Record<Scope, Role[]>> = {
  'checks:write': ['analyst'],
  'uploads:write': ['analyst'],
  'reviews:read': ['analyst', 'reviewer'],
  'reviews:decide': ['analyst', 'reviewer'],
}

/** @returns the scopes that mean something for somebody with these roles */
export const scopesFor = (roles: readonly Role[]): Scope[] =>
  SCOPES.filter((scope) => SERVES[scope]?.some((role) => roles.includes(role)) ?? true)

/** How long a key may live, in days. A year at most, and there is no "for ever". */
export const KEY_DAYS = [30, 90, 180, 365] as const
