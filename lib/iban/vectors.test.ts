import { describe, expect, it } from 'vitest'
import table from './testing/vectors.json' with { type: 'json' }
import { checkIban } from './validate'

type Vector = { iban: string; valid: boolean; reason: string; national_check?: boolean; note?: string }

const vectors = table.vectors as Vector[]

const CODE_OF_REASON: Record<string, string> = {
  empty: 'iban_required',
  wrong_characters: 'iban_characters',
  unknown_country: 'iban_country_unknown',
  wrong_length: 'iban_length',
  wrong_structure: 'iban_structure',
  bad_checksum: 'iban_checksum',
}

/** A number mangled by a spreadsheet has no country and also a comma; the comma is reported first. */
const CODE_OF_IBAN: Record<string, string> = { '8,93704E+20': 'iban_characters' }

describe('every vector gets its verdict', () => {
  it('the table is complete', () => {
    expect(vectors).toHaveLength(Object.values(table.counts).reduce((sum, count) => sum + count, 0))
  })

  it.each(vectors.filter(({ valid }) => valid))('$iban is accepted: $note', (vector) => {
    const verdict = checkIban(vector.iban)
    expect(verdict).toMatchObject({ ok: true })
    const warned = verdict.ok && verdict.warnings.includes('iban_national_check')
    expect(warned).toBe(vector.national_check === false)
  })

  it.each(vectors.filter(({ valid }) => !valid))('$iban is rejected: $reason, $note', (vector) => {
    const code = CODE_OF_IBAN[vector.iban] ?? CODE_OF_REASON[vector.reason]
    expect(checkIban(vector.iban)).toMatchObject({ ok: false, problem: { code } })
  })
})
