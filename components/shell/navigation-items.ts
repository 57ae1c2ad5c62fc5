import type { NavigationItem, NavigationPage } from '@/components/page/navigation'
import { accessTo, hasRole, type PagePlace, placeOfPage, type Role } from '@/lib/auth/roles'
import { pages } from '@/lib/http/paths'

const at = (place: PagePlace) => () => place

const PAGES: NavigationPage[] = [
  { name: 'home', href: pages.home, icon: 'house', keys: 'g h' },
  { name: 'check', href: pages.check, icon: 'scan-search', keys: 'g c' },
  { name: 'bulk', href: pages.bulk, icon: 'layers', keys: 'g b' },
  { name: 'payments', href: pages.payments, icon: 'landmark', keys: 'g p' },
  { name: 'review', href: pages.review, icon: 'inbox', keys: 'g r' },
  { name: 'unknown', href: pages.unknown, icon: 'circle-question-mark', keys: 'g o' },
  { name: 'history', href: pages.history, icon: 'rotate-ccw-clock', keys: 'g y' },
  { name: 'connections', href: pages.connections, icon: 'plug', keys: 'g n', admin: true },
  { name: 'rules', href: pages.reviewRules, icon: 'list-checks', keys: 'g l', admin: true },
  { name: 'users', href: pages.users, icon: 'users', keys: 'g u', admin: true },
  { name: 'audit', href: at('/admin/audit'), icon: 'scroll-text', keys: 'g a', admin: true },
  { name: 'usage', href: pages.usage, icon: 'gauge', keys: 'g s', admin: true },
  { name: 'limits', href: pages.limits, icon: 'shield-exclamation-point', keys: 'g m', admin: true },
  { name: 'paymentAdmin.policy', href: pages.paymentPolicy, icon: 'package-check', keys: 'g d', admin: true },
  {
    name: 'paymentAdmin.profiles',
    href: pages.bankProfiles,
    icon: 'building-complex',
    keys: 'g f',
    admin: true,
  },
  { name: 'paymentAdmin.participants', href: pages.participants, icon: 'store', keys: 'g e', admin: true },
  { name: 'retention', href: pages.retention, icon: 'archive', keys: 'g t', admin: true },
  { name: 'keys', href: at('/admin/keys'), icon: 'key-round', keys: 'g k', admin: true },
  { name: 'webhooks', href: at('/admin/webhooks'), icon: 'webhook', keys: 'g w', admin: true },
  { name: 'jobs', href: at('/admin/jobs'), icon: 'timer', keys: 'g j', admin: true },
]

function isInMenu(roles: Role[], path: string): boolean {
  const place = placeOfPage(path)
  return place !== undefined && hasRole({ roles }, ...(accessTo(place).menu ?? []))
}

/** The navigation for these roles, computed on the server: it contains no page that they may not open. */
export const navigationFor = (roles: Role[]): NavigationItem[] =>
  PAGES.filter(({ href }) => isInMenu(roles, href('live'))).map(({ href, ...page }) => ({
    ...page,
    href: { live: href('live'), sandbox: href('sandbox') },
  }))
