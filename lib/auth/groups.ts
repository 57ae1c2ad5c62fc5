import { ROLES, type Role } from '@/lib/auth/roles'

const isRole = (text: string): text is Role => (ROLES as readonly string[]).includes(text)

/**
 * The roles that a person's groups give.
 * @param groups the claim as received: a list, or one name
 * @param mapping `group=role,group=role`, as OIDC_ROLES; a group may give several roles, and unknown roles are
 * ignored
 * @returns the roles in the order of ROLES, without duplicates
 */
export function rolesOfGroups(groups: unknown, mapping: string): Role[] {
  const held = new Set((Array.isArray(groups) ? groups : [groups]).filter((one) => typeof one === 'string'))
  const given = mapping.split(',').flatMap((pair) => {
    const at = pair.lastIndexOf('=')
    const role = pair.slice(at + 1).trim()
    return at > 0 && isRole(role) && held.has(pair.slice(0, at).trim()) ? [role] : []
  })
  return ROLES.filter((role) => given.includes(role))
}
