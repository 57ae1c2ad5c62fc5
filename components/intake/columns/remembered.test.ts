import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { recallColumns, rememberColumns } from './remembered'

const METHODS = {
  getItem(this: Record<string, string>, key: string) {
    return this[key] ?? null
  },
  setItem(this: Record<string, string>, key: string, value: string) {
    this[key] = value
  },
  removeItem(this: Record<string, string>, key: string) {
    delete this[key]
  },
}
let kept: Record<string, string>
beforeEach(() => {
  kept = Object.create(METHODS)
  vi.stubGlobal('localStorage', kept)
})
afterEach(() => vi.unstubAllGlobals())

const MAP = { iban: 1, name: [0], instead: [], reference: null, note: null }
/** The first row of a file without headers. */
const PAYEE = ['Olga Mustermann', 'DE89370400440532013000']

it('remembered columns outlive a sign-out without a word of the headers, for the same person and headers', () => {
  rememberColumns('ada', PAYEE, MAP)
  expect(recallColumns('ada', PAYEE)?.map).toEqual(MAP)
  expect([recallColumns('ben', PAYEE), recallColumns('ada', PAYEE.toReversed())]).toEqual([null, null])
  expect(JSON.stringify(kept)).not.toMatch(/Olga|DE89/)
})

it('columns that an earlier version remembered with their headers are deleted', () => {
  kept[`accord.columns.ada.${JSON.stringify(PAYEE)}`] = JSON.stringify({ map: MAP })
  rememberColumns('ben', ['Name', 'IBAN'], MAP)
  expect(Object.keys(kept)).toEqual([expect.stringMatching(/^accord\.columns\.ben\.\d+$/)])
})
