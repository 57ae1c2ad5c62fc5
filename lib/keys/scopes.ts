import type { Role } from '@/lib/auth/roles'

/** What a key may be allowed to do, in the order of the form. Administration is never included. */
export const SCOPES = [
  'checks:read',
  'checks:write',
  'uploads:read',
  'uploads:write',
  'reviews:read',
  'reviews:decide',
  'payments:read',
  'payments:write',
  'exports:read',
  'usage:read',
] as const
export type Scope = (typeof SCOPES)[number]

/** The roles for which a scope is useful; the owner's role is checked again on every call. */
const SERVES: Partial<Record<Scope, Role[]>> = {
  'checks:write': ['analyst'],
  'uploads:write': ['analyst'],
  'reviews:read': ['analyst', 'reviewer'],
  'reviews:decide': ['analyst', 'reviewer'],
}

/** @returns the scopes that are useful with these roles */
export const scopesFor = (roles: readonly Role[]): Scope[] =>
  SCOPES.filter((scope) => SERVES[scope]?.some((role) => roles.includes(role)) ?? true)

/** The lifetimes of a key in days. There's no unlimited key. */
export const KEY_DAYS = [30, 90, 180, 365] as const
