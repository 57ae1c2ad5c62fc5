import { describe, expect, it } from 'vitest'
import { navigationFor } from '@/components/shell/navigation-items'
import { type PagePlace, PLACES } from '@/lib/auth/roles'
import { environmentOf, samePage } from './environment'
import { destinations, isCurrent } from './navigation'

const administration = navigationFor(['admin']).flatMap(({ name, admin }) => (admin ? [name] : []))

const names = (...roles: ('analyst' | 'reviewer' | 'admin')[]) =>
  destinations(navigationFor(roles), 'live').map(({ name }) => name)

describe('the navigation', () => {
  it('shows each role only the pages it may open', () => {
    expect(names('analyst')).toEqual(['home', 'check', 'bulk', 'payments', 'review', 'history'])
    expect(names('reviewer')).toEqual(['home', 'payments', 'review', 'history'])
    expect(names('admin')).toEqual(['home', 'history', ...administration])
    expect(names('analyst', 'admin')).toEqual([...names('analyst'), ...administration])
  })

  it('holds every admin page, for admins only', () => {
    const admins = (Object.keys(PLACES) as PagePlace[]).filter((place) => place.startsWith('/admin/'))
    expect(
      navigationFor(['admin'])
        .flatMap(({ href, admin }) => (admin ? [href.live] : []))
        .sort(),
    ).toEqual(admins.sort())
    expect(navigationFor(['analyst', 'reviewer']).filter(({ admin }) => admin)).toEqual([])
  })

  it('has a place for lost answers only while there are some, and only for those who decide', () => {
    const withDoubts = (role: 'analyst' | 'reviewer') =>
      destinations(navigationFor([role]), 'live', 2).map(({ name }) => name)
    expect(withDoubts('reviewer')).toEqual(['home', 'payments', 'review', 'unknown', 'history'])
    expect(withDoubts('analyst')).toEqual(names('analyst'))
  })

  it('has no payments in the sandbox, where no answer is real', () => {
    const sandbox = destinations(navigationFor(['analyst']), 'sandbox').map(({ name }) => name)
    expect(sandbox).toEqual(['home', 'check', 'bulk', 'review', 'history'])
  })

  it('marks the current page and its parents, and Home only for itself', () => {
    const [home, check] = destinations(navigationFor(['analyst']), 'sandbox')
    expect(home && isCurrent(home, '/sandbox')).toBe(true)
    expect(home && isCurrent(home, '/sandbox/check')).toBe(false)
    expect(check && isCurrent(check, '/sandbox/check/1')).toBe(true)
    expect(check && isCurrent(check, '/check')).toBe(false)
  })

  it('keeps the kind of page when the environment changes, and drops ids', () => {
    expect(samePage('/check/0198', 'sandbox')).toBe('/sandbox/check')
    expect(samePage('/sandbox/review/0198', 'live')).toBe('/review')
    expect(samePage('/admin/connections', 'sandbox')).toBe('/sandbox')
    expect(environmentOf('/sandboxes')).toBe('live')
  })
})
