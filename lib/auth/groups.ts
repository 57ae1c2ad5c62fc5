import { ROLES, type Role } from '@/lib/auth/roles'

const isRole = (text: string): text is Role => (ROLES as readonly string[]).includes(text)

/**
 * The pairs of OIDC_ROLES: `group=role,group=role`, or separated by semicolons, because the name of a group in a
 * directory may contain commas. Null: a pair that gives no role.
 */
function pairsOf(mapping: string): ({ group: string; role: Role } | null)[] {
  const pairs = mapping.split(mapping.includes(';') ? ';' : ',').filter((pair) => pair.trim() !== '')
  return pairs.map((pair) => {
    const at = pair.lastIndexOf('=')
    const [group, role] = [pair.slice(0, Math.max(at, 0)).trim(), pair.slice(at + 1).trim()]
    return group !== '' && isRole(role) ? { group, role } : null
  })
}

/** The numbers of the pairs of OIDC_ROLES that give no role, from 1. */
export const pairsWithoutRole = (mapping: string): number[] =>
  pairsOf(mapping).flatMap((pair, index) => (pair === null ? [index + 1] : []))

/**
 * The roles that a person's groups give.
 * @param groups the claim as received: a list, or one name
 * @param mapping OIDC_ROLES; a group may give several roles
 * @returns the roles in the order of ROLES, without duplicates
 */
export function rolesOfGroups(groups: unknown, mapping: string): Role[] {
  const held = new Set<unknown>(Array.isArray(groups) ? groups : [groups])
  const given = pairsOf(mapping).flatMap((pair) => (pair && held.has(pair.group) ? [pair.role] : []))
  return ROLES.filter((role) => given.includes(role))
}
