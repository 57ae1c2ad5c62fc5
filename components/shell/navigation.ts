import {
  Archive,
  CircleHelp,
  Gauge,
  History,
  House,
  Inbox,
  KeyRound,
  Layers,
  ListChecks,
  type LucideIcon,
  Plug,
  ScanSearch,
  ScrollText,
  ShieldAlert,
  Users,
  Webhook,
} from 'lucide-react'
import type { Role } from '@/lib/auth/roles'
import { type EnvironmentName, pages } from '@/lib/http/paths'

export type Destination = {
  name:
    | 'home'
    | 'check'
    | 'bulk'
    | 'review'
    | 'unknown'
    | 'history'
    | 'usage'
    | 'connections'
    | 'rules'
    | 'users'
    | 'audit'
    | 'retention'
    | 'limits'
    | 'keys'
    | 'webhooks'
  href: string
  icon: LucideIcon
  keys: string
  admin?: boolean
}
type Entry = Omit<Destination, 'href'> & { href: (environment: EnvironmentName) => string; roles?: Role[] }

const ENTRIES: Entry[] = [
  { name: 'home', href: pages.home, icon: House, keys: 'g h' },
  { name: 'check', href: pages.check, icon: ScanSearch, keys: 'g c', roles: ['analyst'] },
  { name: 'bulk', href: pages.bulk, icon: Layers, keys: 'g b', roles: ['analyst'] },
  { name: 'review', href: pages.review, icon: Inbox, keys: 'g r', roles: ['analyst', 'reviewer'] },
  { name: 'unknown', href: pages.unknown, icon: CircleHelp, keys: 'g o', roles: ['reviewer'] },
  { name: 'history', href: pages.history, icon: History, keys: 'g y' },
  { name: 'connections', href: pages.connections, icon: Plug, keys: 'g n', roles: ['admin'], admin: true },
  { name: 'rules', href: pages.reviewRules, icon: ListChecks, keys: 'g l', roles: ['admin'], admin: true },
  { name: 'users', href: pages.users, icon: Users, keys: 'g u', roles: ['admin'], admin: true },
  { name: 'audit', href: pages.audit, icon: ScrollText, keys: 'g a', roles: ['admin'], admin: true },
  { name: 'usage', href: pages.usage, icon: Gauge, keys: 'g s', roles: ['admin'], admin: true },
  { name: 'limits', href: pages.limits, icon: ShieldAlert, keys: 'g m', roles: ['admin'], admin: true },
  { name: 'retention', href: pages.retention, icon: Archive, keys: 'g t', roles: ['admin'], admin: true },
  { name: 'keys', href: pages.keys, icon: KeyRound, keys: 'g k', roles: ['admin'], admin: true },
  { name: 'webhooks', href: pages.webhooks, icon: Webhook, keys: 'g w', roles: ['admin'], admin: true },
]

/**
 * Where a person with these roles may go: a page that may not be seen is not in the navigation. Lost answers have a place
 * in it only while there are some.
 */
export function destinations(roles: Role[], environment: EnvironmentName, doubts = 0): Destination[] {
  return ENTRIES.filter((entry) => !entry.roles || entry.roles.some((role) => roles.includes(role)))
    .filter(({ name }) => name !== 'unknown' || doubts > 0)
    .map(({ roles: _, href, ...entry }) => ({ ...entry, href: href(environment) }))
}

/** Is this destination, or a page below it, on screen? */
export function isCurrent({ name, href }: Destination, pathname: string): boolean {
  return pathname === href || (name !== 'home' && pathname.startsWith(`${href}/`))
}
