import type { IconName } from '@/components/ui/icon'
import type { EnvironmentName } from '@/lib/http/paths'

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
    | 'jobs'
  href: string
  icon: IconName
  keys: string
  admin?: boolean
}
/** A destination in both environments. */
export type NavigationItem = Omit<Destination, 'href'> & { href: Record<EnvironmentName, string> }

/** The places of a person in one environment. Lost answers have a place only while there are some. */
export const destinations = (
  places: NavigationItem[],
  environment: EnvironmentName,
  doubts = 0,
): Destination[] =>
  places
    .filter(({ name }) => name !== 'unknown' || doubts > 0)
    .map((place) => ({ ...place, href: place.href[environment] }))

/** Is this destination, or a page below it, on screen? */
export function isCurrent({ name, href }: Destination, pathname: string): boolean {
  return pathname === href || (name !== 'home' && pathname.startsWith(`${href}/`))
}
