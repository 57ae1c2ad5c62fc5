import '@/lib/platform/testing/settings'
import { expect, test } from 'vitest'
import type { Refusal } from '@/lib/platform/refusal'
import { checkSite } from './origin.server'

const refused = (headers: Record<string, string>): string | null => {
  try {
    checkSite(new Request('http://localhost/', { headers }))
    return null
  } catch (error) {
    return (error as Refusal).code
  }
}

test.each([
  ['cross-site', 'csrf_rejected'],
  ['same-site', 'csrf_rejected'],
  ['same-origin', null],
  ['none', null],
])('a recorded download that begins %s', (site, code) => {
  expect(refused({ 'sec-fetch-site': site })).toBe(code)
})

test('a program says nothing about a site', () => {
  expect(refused({})).toBeNull()
})
