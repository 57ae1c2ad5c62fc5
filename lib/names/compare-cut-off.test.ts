import { expect, test } from 'vitest'
import { type ComparisonColumn, diffNames } from './compare'

/** The columns of a comparison with the marked letters in brackets. */
const shown = (submitted: string, registered: string) => {
  const text = (pieces: ComparisonColumn['submitted']) =>
    (pieces ?? []).map((piece) => (piece.marked ? `[${piece.text}]` : piece.text)).join('')
  return diffNames(submitted, registered).columns.map((column) => [
    text(column.submitted),
    text(column.registered),
  ])
}

test('a name that was cut off also says how the rest of it is written', () => {
  const cut = diffNames('SOCIETE GENERALE DE CONSTRUCTION', 'Société Générale de Construction et de Travaux')
  expect(cut.differences.map(({ type }) => type)).toEqual(['cut_off', 'capital_letters', 'accent'])
})

test('only the missing end of a cut word is marked, but another word that begins with it as a whole', () => {
  expect(shown('Société Générale de Restau', 'Société Générale de Restauration').at(-1)).toEqual([
    'Restau',
    'Restau[ration]',
  ])
  expect(shown('Anna Kern', 'Anna Kernbauer').at(-1)).toEqual(['[Kern]', '[Kernbauer]'])
})

test('a character that only one name has is in a column of its own', () => {
  expect(shown('Krämer & Söhne', 'Krämer Söhne')).toEqual([
    ['Krämer', 'Krämer'],
    ['&', ''],
    ['Söhne', 'Söhne'],
  ])
})
