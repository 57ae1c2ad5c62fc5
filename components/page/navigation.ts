import type { IconName } from '@/components/ui/icons/icon'
import type { PagePlace } from '@/lib/auth/roles'
import type { EnvironmentName } from '@/lib/http/paths'

type InAdmin<Place> = Place extends `/admin/${infer Name}` ? Name : never
type PaymentAdminName = `paymentAdmin.${'policy' | 'profiles' | 'participants'}`
/** Named as the file of their messages, or a part of it. */
type AdminName =
  | Exclude<InAdmin<PagePlace>, 'review-rules' | 'payment-policy' | 'bank-profiles' | 'participants'>
  | 'rules'
  | PaymentAdminName
type MainName = 'home' | 'check' | 'bulk' | 'payments' | 'review' | 'unknown' | 'history'

export type PageName = { name: MainName; admin?: undefined } | { name: AdminName; admin: true }
type NavLink<Href> = PageName & { href: Href; icon: IconName; keys: string }
export type Destination = NavLink<string>
/** A destination in both environments. */
export type NavigationItem = NavLink<Record<EnvironmentName, string>>
/** A destination as a function of the environment. */
export type NavigationPage = NavLink<(environment: EnvironmentName) => string>

/**
 * The destinations of a person in one environment. Lost responses are included only while there are some, and payments
 * not in the sandbox: a simulated answer releases nothing.
 */
export const destinations = (
  places: NavigationItem[],
  environment: EnvironmentName,
  doubts = 0,
): Destination[] =>
  places
    .filter(({ name }) => name !== 'unknown' || doubts > 0)
    .filter(({ name }) => name !== 'payments' || environment === 'live')
    .map((place) => ({ ...place, href: place.href[environment] }))

/** Whether this destination, or a page below it, is on screen. */
export function isCurrent({ name, href }: Destination, pathname: string): boolean {
  return pathname === href || (name !== 'home' && pathname.startsWith(`${href}/`))
}
