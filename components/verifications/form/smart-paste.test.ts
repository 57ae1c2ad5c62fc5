import { describe, expect, it } from 'vitest'
import { readPaste } from './smart-paste'

const IBAN = 'FR7630006000011234567890189'

describe('a pasted text', () => {
  it('may be an IBAN in any format', () => {
    expect(readPaste('IBAN: fr76 3000.6000-0112 3456 7890 189')).toEqual({
      kind: 'payee',
      iban: IBAN,
      name: null,
    })
  })

  it('may be a spreadsheet row, name and IBAN in either order', () => {
    expect(readPaste(`Jean Dupont\t${IBAN}`)).toEqual({ kind: 'payee', iban: IBAN, name: 'Jean Dupont' })
    expect(readPaste(`${IBAN}\tJean Dupont\r\n`)).toEqual({ kind: 'payee', iban: IBAN, name: 'Jean Dupont' })
  })

  it('takes neither a number nor a BIC as the name', () => {
    expect(readPaste(`4711\tBNPAFRPP\tJean Dupont\t${IBAN}`)).toEqual({
      kind: 'payee',
      iban: IBAN,
      name: 'Jean Dupont',
    })
    expect(readPaste(`4711\t${IBAN}`)).toEqual({ kind: 'payee', iban: IBAN, name: null })
  })

  it('is not changed when it contains no valid IBAN', () => {
    expect(readPaste('Jean Dupont')).toBeNull()
    expect(readPaste('FR76 3000')).toBeNull()
    expect(readPaste(' ')).toBeNull()
  })

  it.each([
    `Jean Dupont; ${IBAN}`,
    `${IBAN}; Jean Dupont`,
    `Jean Dupont, FR76 3000 6000 0112 3456 7890 189`,
    `${IBAN}|Jean Dupont`,
    `F001;Jean Dupont;${IBAN};1,250.00 EUR`,
    `${IBAN};F001;EUR;Jean Dupont`,
    `IBAN: ${IBAN}; Beneficiary: Jean Dupont`,
    `IBAN;${IBAN};Bénéficiaire;Jean Dupont`,
    `Beneficiary: Jean Dupont\nIBAN: FR76 3000 6000 0112 3456 7890 189\nBIC: BNPAFRPP\nReference: Invoice March`,
    `"Jean Dupont","${IBAN}"`,
    `FR7630006000011234567890188;${IBAN};Jean Dupont`,
    `jean@example.org;Jean Dupont;${IBAN}`,
  ])('fills both fields whatever separates the cells: %s', (text) => {
    expect(readPaste(text)).toEqual({ kind: 'payee', iban: IBAN, name: 'Jean Dupont' })
  })

  it('keeps a comma inside a name when semicolons or quotes separate cells', () => {
    expect(readPaste(`Castelo Verde, Lda; ${IBAN}`)).toMatchObject({ name: 'Castelo Verde, Lda' })
    expect(readPaste(`"Castelo Verde, Lda",${IBAN}`)).toMatchObject({ name: 'Castelo Verde, Lda' })
  })

  it('takes a reference as the name only without a better cell', () => {
    expect(readPaste(`3M;${IBAN}`)).toMatchObject({ name: '3M' })
    expect(readPaste(`F001;3M Company;${IBAN}`)).toMatchObject({ name: '3M Company' })
  })

  it('offers several rows as a file', () => {
    const text = `Name;IBAN\nJean Dupont;${IBAN}\nAnna Rossi;${IBAN}`
    expect(readPaste(text)).toEqual({ kind: 'rows', count: 2, text })
  })

  it.each([
    `Dear Sir,\nplease pay to\n${IBAN}\nKind regards`,
    `We have changed our bank and ask you to pay all invoices to\n${IBAN}`,
    `Please transfer the amount of our last invoice to the account ${IBAN}\nThank you`,
  ])('takes nothing from a letter: %s', (text) => {
    expect(readPaste(text)).toEqual({ kind: 'letter' })
  })

  it('keeps a long name unchanged', () => {
    expect(
      readPaste('Association des Parents d’Élèves du Collège Jean Moulin de la Ville de Lyon'),
    ).toBeNull()
  })
})
