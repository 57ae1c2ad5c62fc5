import { describe, expect, it } from 'vitest'
import { readPaste } from './smart-paste'

const IBAN = 'FR7630006000011234567890189'

describe('a pasted text', () => {
  it('may be an IBAN in any dress', () => {
    expect(readPaste('IBAN: fr76 3000.6000-0112 3456 7890 189')).toEqual({ iban: IBAN, name: null })
  })

  it('may be a spreadsheet row, name and IBAN in either order', () => {
    expect(readPaste(`Jean Dupont\t${IBAN}`)).toEqual({ iban: IBAN, name: 'Jean Dupont' })
    expect(readPaste(`${IBAN}\tJean Dupont\r\n`)).toEqual({ iban: IBAN, name: 'Jean Dupont' })
  })

  it('takes neither a number nor a BIC for the name', () => {
    expect(readPaste(`4711\tBNPAFRPP\tJean Dupont\t${IBAN}`)).toEqual({ iban: IBAN, name: 'Jean Dupont' })
    expect(readPaste(`4711\t${IBAN}`)).toEqual({ iban: IBAN, name: null })
  })

  it('is left alone when no part of it is a valid IBAN', () => {
    expect(readPaste('Jean Dupont')).toBeNull()
    expect(readPaste('FR76 3000')).toBeNull()
    expect(readPaste(' ')).toBeNull()
  })
})
