import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { repairIban } from './repair'
import { structureOf } from './structures'
import { validIban } from './testing/arbitraries'
import { checkIban } from './validate'

const IBAN = 'DE89370400440532013000'

describe('repairIban', () => {
  it.each([
    ['DE8937040044O532O13OOO', 'letter_o', [13, 17, 20, 21, 22]],
    ['DE8937O400440532013000', 'letter_o', [7]],
    ['DE8937040044053201300O', 'letter_o', [22]],
    ['DE893704004405320I3000', 'letter_i', [18]],
    ['DE893704004405320L3000', 'letter_i', [18]],
    ['DE89370400440532O13000', 'letter_o', [17]],
    ['DE89370400445032013000', 'transposition', [13, 14]],
    ['DE89370400440532B13000', 'character', [17]],
  ] as const)('repairs %s to a valid IBAN: %s at %j', (slip, kind, positions) => {
    expect(repairIban(slip)[0]).toEqual({ iban: IBAN, kind, positions })
  })

  it('finds a letter O at positions where letters are allowed too', () => {
    expect(repairIban('FR142OO41O1OO5O5OOO13M026O6')[0]).toMatchObject({
      iban: 'FR1420041010050500013M02606',
    })
    expect(repairIban('FR14200410100505O0013M02606')).toContainEqual({
      iban: 'FR1420041010050500013M02606',
      kind: 'letter_o',
      positions: [17],
    })
  })

  it('proposes nothing for a valid IBAN, a wrong length or an unknown country', () => {
    for (const iban of [IBAN, IBAN.slice(0, -1), `ZZ${IBAN.slice(2)}`, '', 'O', '?'])
      expect(repairIban(iban)).toEqual([])
  })

  it('proposes at most five, all valid and distinct, each changed only at its positions', () => {
    fc.assert(
      fc.property(validIban(), fc.nat(), fc.constantFrom(...'0123456789OIBX?'), (iban, n, sign) => {
        const at = 2 + (n % (iban.length - 2))
        const slip = iban.slice(0, at) + sign + iban.slice(at + 1)
        const repairs = repairIban(slip)
        expect(repairs.length).toBeLessThanOrEqual(5)
        expect(new Set(repairs.map((repair) => repair.iban)).size).toBe(repairs.length)
        for (const repair of repairs) {
          expect(checkIban(repair.iban).ok).toBe(true)
          const changed = [...slip].flatMap((was, i) => (was === repair.iban[i] ? [] : [i + 1]))
          expect(changed).toEqual(repair.positions)
        }
      }),
    )
  })

  it('always finds a character that is not allowed at its position', () => {
    fc.assert(
      fc.property(validIban(), fc.nat(), (iban, n) => {
        const at = 2 + (n % (iban.length - 2))
        const wrong = structureOf(iban)?.masks[at] === 1 ? 'X' : '?'
        const repairs = repairIban(iban.slice(0, at) + wrong + iban.slice(at + 1))
        expect(repairs.map((repair) => repair.iban)).toContain(iban)
      }),
    )
  })
})
