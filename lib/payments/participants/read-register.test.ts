import { describe, expect, it } from 'vitest'
import { readParticipants } from './read-register'

const TODAY = '2026-03-31'
const read = (text: string) => readParticipants(new TextEncoder().encode(text), TODAY)
const banks = (text: string) => {
  const found = read(text)
  return 'problem' in found ? found.problem : found.banks
}

const BNP = { bic: 'BNPAFRPP', name: 'BNP Paribas', country: 'FR' }
const DKB = { bic: 'BYLADEM1', name: 'Deutsche Kreditbank', country: 'DE' }

describe('the register of participants', () => {
  it('is read whatever the order of its columns, its headings and its delimiter', () => {
    expect(
      banks(
        'BIC;Participant name;Country\nBNPAFRPPXXX;BNP Paribas;France\nBYLADEM1001;Deutsche Kreditbank;Germany',
      ),
    ).toEqual([BNP, DKB])
    expect(
      banks(
        '"Country","Institution","City","Reference BIC"\n"FR","BNP Paribas","Paris","bnpafrpp"\n"DE","Deutsche Kreditbank","Berlin","BYLADEM1"',
      ),
    ).toEqual([BNP, DKB])
  })

  it('is refused if it has more banks than any scheme', () => {
    const letters = (n: number) =>
      [17576, 676, 26, 1].map((place) => String.fromCharCode(65 + (Math.floor(n / place) % 26)))
    const bics = Array.from({ length: 25_001 }, (_, n) => `${letters(n).join('')}DEFF;Bank ${n}`)
    expect(banks(`BIC;Name\n${bics.join('\n')}`)).toBe('register_too_long')
    expect(banks(`BIC;Name\n${bics.slice(1).join('\n')}`)).toHaveLength(25_000)
  })

  it('lists a bank with branches once, with the name of its head office', () => {
    expect(
      banks(
        'Name,BIC\nBNP Lyon,BNPAFRPPLYO\nBNP Paribas,BNPAFRPPXXX\nBNP Nice,BNPAFRPPNIC\nDeutsche Kreditbank,BYLADEM1',
      ),
    ).toEqual([BNP, DKB])
  })

  it('leaves out banks that have left or have not joined yet, and counts them', () => {
    const found = read(
      [
        'Name;BIC;Readiness date;Leaving date',
        'BNP Paribas;BNPAFRPP;05/10/2025;',
        'Gone Bank;GONEDEFF;05/10/2025;30/03/2026',
        'New Bank;NEWWDEFF;2026-10-05;',
        'Deutsche Kreditbank;BYLADEM1;2025-10-05;01/01/2027',
        'No BIC;;05/10/2025;',
      ].join('\n'),
    )
    expect(found).toEqual({ banks: [BNP, DKB], left: 2, skipped: 1 })
  })

  it('has its dates read with the month first if one of them can only be read so', () => {
    const found = read(
      [
        'Name;BIC;Readiness date;Leaving date',
        'BNP Paribas;BNPAFRPP;03/04/2026;',
        'Gone Bank;GONEDEFF;10/05/2025;03/30/2026',
        'New Bank;NEWWDEFF;04/02/2026;',
        'Deutsche Kreditbank;BYLADEM1;10/05/2025;01/02/2027',
      ].join('\n'),
    )
    expect(found).toEqual({ banks: [BNP, DKB], left: 2, skipped: 0 })
  })

  it('ignores a date that does not exist', () => {
    const rows = ['BNP Paribas;BNPAFRPP;2026-31-03', 'Deutsche Kreditbank;BYLADEM1;31/13/2026']
    expect(banks(['Name;BIC;Readiness date', ...rows].join('\n'))).toEqual([BNP, DKB])
  })

  it('is refused with a reason if the file is not a register', () => {
    expect(banks('')).toBe('register_empty')
    expect(banks('Name;IBAN\nMarie Curie;FR7630006000011234567890189')).toBe('register_no_bic')
    expect(banks('PK\u0003\u0004 broken')).toBe('register_unreadable')
  })
})
