import { expect, it } from 'vitest'
import { ofOneAccount } from './one-account'

const line = (number: number, name: string | null, iban: string | null) => ({ number, name, iban })

it('one call confirms the lines of one payee with one IBAN, in any spelling of the name', () => {
  const lines = [
    line(1, 'Müller Bau', 'DE02'),
    line(2, 'MÜLLER  BAU', 'DE02'),
    line(3, 'Müller Bau', 'DE03'),
    line(4, 'Holz AG', 'DE02'),
    line(5, null, 'DE02'),
  ]
  expect(ofOneAccount(lines).map(({ number }) => number)).toEqual([1, 2])
  expect(ofOneAccount(lines.slice(3)).map(({ number }) => number)).toEqual([4])
  expect(ofOneAccount([])).toEqual([])
})
