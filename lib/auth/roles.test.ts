import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { accessTo, mayOpen, type PagePlace, PLACES, placeOfPage } from './roles'

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

  it('resolves a sandbox page and a record to the page they belong to, and nothing else', () => {
    expect(placeOfPage('/sandbox')).toBe('/')
    expect(placeOfPage('/sandbox/check/0198')).toBe('/check')
    expect(placeOfPage('/bulk/new')).toBe('/bulk/new')
    expect(placeOfPage('/sandboxes')).toBeUndefined()
    expect(placeOfPage('/nothing-here')).toBeUndefined()
  })
})
