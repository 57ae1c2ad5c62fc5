import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  accessTo,
  mayOpen,
  type PagePlace,
  PLACES,
  placeOfPage,
  type Role,
  readsChecks,
  requesterProblem,
  seesAll,
  seesMasked,
} from './roles'

const places = Object.keys(PLACES) as PagePlace[]
const folders = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?:^|\/)page\.tsx$/.test(file))
  .map((file) => `/${file.replace(/\(\w+\)\//g, '').replace(/\/?page\.tsx$/, '')}`)

describe('the table of pages', () => {
  it('lists every page in app/, and no other', () => {
    expect(folders.filter((folder) => !placeOfPage(folder))).toEqual([])
    expect(places.filter((place) => !folders.includes(place))).toEqual([])
  })

  it('puts no page into the navigation of somebody who may not open it', () => {
    const wrong = places.filter((place) =>
      accessTo(place).menu?.some((role) => !mayOpen({ roles: [role] }, place)),
    )
    expect(wrong).toEqual([])
  })

  it('opens pages of visitors to everybody, and others to the people with one of their roles', () => {
    expect(mayOpen({ roles: [] }, '/signin')).toBe(true)
    expect(mayOpen({ roles: [] }, '/account')).toBe(false)
    expect(mayOpen({ roles: ['analyst', 'reviewer'] }, '/admin/users')).toBe(false)
    expect(mayOpen({ roles: ['analyst', 'admin'] }, '/admin/users')).toBe(true)
  })

  it('resolves a sandbox page and a record to the page they belong to, and nothing else', () => {
    expect(placeOfPage('/sandbox')).toBe('/')
    expect(placeOfPage('/sandbox/check/0198')).toBe('/check')
    expect(placeOfPage('/bulk/new')).toBe('/bulk/new')
    expect(placeOfPage('/sandboxes')).toBeUndefined()
    expect(placeOfPage('/nothing-here')).toBeUndefined()
  })
})

it.each<[Role[], all: boolean, masked: boolean]>([
  [['analyst'], false, false],
  [['reviewer'], true, false],
  [['admin'], true, true],
  [['admin', 'analyst'], true, false],
  [['admin', 'reviewer'], true, false],
])('%j see the checks of others: %s, and masked: %s', (roles, all, masked) => {
  expect([seesAll({ roles }), seesMasked({ roles })]).toEqual([all, masked])
})

it('a person reads checks, and a key only with the scope for it', () => {
  expect(readsChecks({})).toBe(true)
  expect(readsChecks({ key: { id: 'k', scopes: ['checks:write'] } })).toBe(false)
  expect(readsChecks({ key: { id: 'k', scopes: ['checks:write', 'checks:read'] } })).toBe(true)
})

it('only the checks of an analyst who isn’t deactivated are sent', () => {
  expect(requesterProblem({ roles: ['analyst', 'admin'], disabledAt: null })).toBeNull()
  expect(requesterProblem({ roles: ['reviewer', 'admin'], disabledAt: null })).toBe('requester_not_analyst')
  expect(requesterProblem({ roles: ['analyst'], disabledAt: new Date(0) })).toBe('requester_deactivated')
})
