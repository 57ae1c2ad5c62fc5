import type { NavigationItem } from '@/components/page/navigation'
import type { Role } from '@/lib/auth/roles'
import { type EnvironmentName, pages } from '@/lib/http/paths'

type Page = Omit<NavigationItem, 'href'> & { href: (environment: EnvironmentName) => string; roles?: Role[] }

const PAGES: Page[] = [
  { name: 'home', href: pages.home, icon: 'house', keys: 'g h' },
  { name: 'check', href: pages.check, icon: 'scan-search', keys: 'g c', roles: ['analyst'] },
  { name: 'bulk', href: pages.bulk, icon: 'layers', keys: 'g b', roles: ['analyst'] },
  { name: 'review', href: pages.review, icon: 'inbox', keys: 'g r', roles: ['analyst', 'reviewer'] },
  { name: 'unknown', href: pages.unknown, icon: 'circle-question-mark', keys: 'g o', roles: ['reviewer'] },
  { name: 'history', href: pages.history, icon: 'rotate-ccw-clock', keys: 'g y' },
  { name: 'connections', href: pages.connections, icon: 'plug', keys: 'g n', roles: ['admin'], admin: true },
  { name: 'rules', href: pages.reviewRules, icon: 'list-checks', keys: 'g l', roles: ['admin'], admin: true },
  { name: 'users', href: pages.users, icon: 'users', keys: 'g u', roles: ['admin'], admin: true },
  { name: 'audit', href: pages.audit, icon: 'scroll-text', keys: 'g a', roles: ['admin'], admin: true },
  { name: 'usage', href: pages.usage, icon: 'gauge', keys: 'g s', roles: ['admin'], admin: true },
  {
    name: 'limits',
    href: pages.limits,
    icon: 'shield-exclamation-point',
    keys: 'g m',
    roles: ['admin'],
    admin: true,
  },
  { name: 'retention', href: pages.retention, icon: 'archive', keys: 'g t', roles: ['admin'], admin: true },
  { name: 'keys', href: pages.keys, icon: 'key-round', keys: 'g k', roles: ['admin'], admin: true },
  { name: 'webhooks', href: pages.webhooks, icon: 'webhook', keys: 'g w', roles: ['admin'], admin: true },
]

/** Where a person with these roles may go, told by the server: a page that may not be seen is not in the navigation. */
export function placesOf(roles: Role[]): NavigationItem[] {
  return PAGES.filter((page) => !page.roles || page.roles.some((role) => roles.includes(role))).map(
    ({ roles: _, href, ...page }) => ({ ...page, href: { live: href('live'), sandbox: href('sandbox') } }),
  )
}
