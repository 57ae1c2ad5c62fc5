import { expect, it } from 'vitest'
import { messageIdOf, messageIdsOf } from './cut-ids'

it.each([
  ['PAY-2026-11', 1, 1, 'PAY-2026-11-R1', 'PAY-2026-11-H1'],
  ['PAY-2026-11', 12, 3, 'PAY-2026-11-3-R12', 'PAY-2026-11-3-H12'],
  ['//Löhne_März//2026/', 2, 1, 'LohneMarz/2026-R2', 'LohneMarz/2026-H2'],
  ['/ PAY /', 1, 1, 'PAY-R1', 'PAY-H1'],
  ['支払', 1, 1, 'ACCORD-R1', 'ACCORD-H1'],
  ['A'.repeat(35), 1, 1, `${'A'.repeat(32)}-R1`, `${'A'.repeat(32)}-H1`],
  [`${'A'.repeat(31)} B`, 1, 1, `${'A'.repeat(31)}-R1`, `${'A'.repeat(31)}-H1`],
])(
  'from the MsgId %j, release %i makes at attempt %i: %s and %s',
  (original, release, turn, released, held) => {
    expect(messageIdsOf(original, release, turn)).toEqual({ released, held })
  },
)

it('a file of several messages has room for their numbers', () => {
  const long = 'A'.repeat(40)
  const ids = [1, 2].map((turn) => messageIdsOf(long, 1, turn, 12).released)
  expect(ids).toEqual([`${'A'.repeat(29)}-R1`, `${'A'.repeat(27)}-2-R1`])
  const all = ids.flatMap((id) => Array.from({ length: 12 }, (_, index) => messageIdOf(id, index)))
  expect(new Set(all).size).toBe(24)
  for (const id of all) expect(id.length).toBeLessThanOrEqual(35)
})

it('a MsgId has at most 35 characters, which every bank accepts, whatever the original is', () => {
  for (const original of ['', '/', '  ', 'é'.repeat(80), 'x/'.repeat(40), '\u0000&<>"'])
    for (const turn of [1, 99_999])
      for (const id of Object.values(messageIdsOf(original, 999, turn))) {
        expect(id).toMatch(/^[A-Za-z0-9?:().,'+ -][A-Za-z0-9/?:().,'+ -]{0,34}$/)
        expect(id).not.toMatch(/\/\/|\/$|^ | $/)
      }
})
