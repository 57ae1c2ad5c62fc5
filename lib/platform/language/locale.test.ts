import { describe, expect, it } from 'vitest'
import { acceptedLocale } from './locale'

describe('the language from Accept-Language', () => {
  it.each([
    ['fr', 'fr'],
    ['fr-CA,fr;q=0.9,en;q=0.8', 'fr'],
    ['en-GB,en;q=0.9,fr;q=0.8', 'en'],
    ['en;q=0.4, FR-be;q=0.7', 'fr'],
    ['la-VA,la;q=0.9,fr;q=0.5', 'fr'],
    ['fr;q=0, la', 'en'],
    ['la', 'en'],
    ['*', 'en'],
    ['frr', 'en'],
    [';q=1,,fr;q=nonsense', 'en'],
    ['', 'en'],
    [null, 'en'],
  ])('%s: %s', (header, locale) => {
    expect(acceptedLocale(header)).toBe(locale)
  })
})
