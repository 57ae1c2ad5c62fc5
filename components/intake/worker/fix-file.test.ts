import { expect, test } from 'vitest'
import { downloadOf } from './downloads'
import { checkedSession } from './testing/checked-session'

const utf8 = (text: string) => new TextEncoder().encode(text)

const MONDAY = ['Nom;IBAN', 'Anna Rossi;DE8937O400440532013000', 'Uwe Bauer;NL91ABNA0417164300'].join('\n')
const TUESDAY = ['Nom;IBAN', 'Lea Petit;FR7630006000011234567890189', 'Jan Novák;BE71096123456769'].join('\n')

test('the rows to fix of one file are not taken into another, nor into one that is read in another way', async () => {
  const monday = await checkedSession(MONDAY)
  const fixed = utf8(downloadOf(monday, 'fix', {}).text.replace('37O4', '3704'))
  for (const other of [
    await checkedSession(TUESDAY),
    await checkedSession(MONDAY, { options: { headerRow: null } }),
  ]) {
    expect(other.corrected(fixed)).toEqual({ problem: 'header_not_found' })
    expect(other.summary().edited).toBe(0)
  }
  expect(monday.corrected(fixed)).toMatchObject({ rows: 1, summary: { openErrors: 0 } })
})

test('rows to fix whose columns were moved are not taken: a town would become a name', async () => {
  const session = await checkedSession(
    ['Nom;IBAN;Ville', 'Anna Rossi;DE8937O400440532013000;Paris'].join('\n'),
  )
  const lines = downloadOf(session, 'fix', {}).text.replace('37O4', '3704').trim().split('\r\n')
  const moved = lines.map((line) => {
    const [file, row, name, iban, town, ...rest] = line.split(';')
    return [file, row, town, iban, name, ...rest].join(';')
  })
  expect(session.corrected(utf8(moved.join('\r\n')))).toEqual({ problem: 'header_not_found' })
  expect(session.corrected(utf8(lines.join('\r\n')))).toMatchObject({ rows: 1 })
})

test('rows to fix of two files in one are not taken', async () => {
  const file = ['Nom;IBAN', 'Anna Rossi;DE8937O400440532013000', 'Uwe Bauer;NL91ABNA04171643OO'].join('\n')
  const session = await checkedSession(file)
  const fixed = downloadOf(session, 'fix', {}).text
  const mixed = fixed.trimEnd().replace(/(.*)file-[0-9a-f]{12}/s, '$1file-0123456789ab')
  expect(mixed).not.toBe(fixed.trimEnd())
  expect(session.corrected(utf8(mixed))).toEqual({ problem: 'header_not_found' })
  expect(session.corrected(utf8(`${fixed};;;;\r\n`))).toMatchObject({ rows: 0 })
})
