import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { uploadHead, uploadOriginal, uploadRow, type WireRow } from '@/lib/uploads/wire'
import { choose, mapOf, meaningsOf } from '../columns/meanings'
import { missingMeanings } from '../columns/missing'
import { downloadOf } from './downloads'
import { shownFileName } from './pack'
import type { Session } from './session'
import { checkedSession } from './testing/checked-session'

const corpus = new URL('../../../lib/tables/testing/corpus/', import.meta.url)
const bytesOf = (file: string) => new Uint8Array(readFileSync(new URL(file, corpus)))
const utf8 = (text: string) => new TextEncoder().encode(text)

async function linesOf(session: Session) {
  const { blob, bytes } = await session.pack()
  const text = gunzipSync(new Uint8Array(await blob.arrayBuffer())).toString()
  expect(Buffer.byteLength(text)).toBe(bytes)
  expect(text.endsWith('\n')).toBe(true)
  const [head, ...rest] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const original = uploadOriginal.parse(rest.pop())
  return {
    head: uploadHead.parse(head),
    rows: rest.map((row) => uploadRow.parse(row)),
    original: original.original,
  }
}

const kept = (rows: WireRow[]) => rows.filter((row) => 'iban' in row)

describe('the content that is sent', () => {
  test.each([
    ['01_fr_fournisseurs.csv', 120, 116, 111],
    ['07_en_bulk_transfer_comma.csv', 150, 143, 135],
    ['17_many_duplicates.csv', 200, 195, 135],
    ['25_rows_2001.csv', 2001, 2001, 2001],
  ])(
    '%s: every row once, the valid ones with their values, and the file itself at the end',
    async (file, all, valid, pairs) => {
      const bytes = bytesOf(file)
      const session = await checkedSession(bytes, { fileName: file })
      const summary = session.skip('errors', true)
      expect(summary).toMatchObject({ openErrors: 0, kept: valid, toVerify: pairs })
      const { head, rows, original } = await linesOf(session)
      expect(head).toMatchObject({ rows: all, kept: valid, fileName: file, title: 'List' })
      expect(rows.map((row) => row.row)).toEqual(Array.from({ length: all }, (_, i) => i + 1))
      expect(kept(rows)).toHaveLength(valid)
      expect(Buffer.from(original, 'base64').equals(Buffer.from(bytes))).toBe(true)
      const digest = await crypto.subtle.digest('SHA-256', bytes)
      expect(head.hash).toBe(Buffer.from(digest).toString('hex'))
    },
  )

  test('a skipped row is left out, and can be restored', async () => {
    const session = await checkedSession(bytesOf('10_no_header_name_iban.csv'))
    session.skip([2], true)
    expect((await linesOf(session)).rows[1]).toEqual({ row: 2, skipped: 'left_out' })
    session.skip([2], false)
    expect((await linesOf(session)).rows[1]).toMatchObject({ row: 2, name: 'Noémie Nguyen' })
  })

  test('a file name loses its path and invisible characters', () => {
    expect(shownFileName('../../x\u202Egnp.csv\r\n')).toBe('xgnp.csv')
    expect(shownFileName('\u202E')).toBe('file')
  })
})

describe('the listed rows', () => {
  test('each filter lists its rows, skipped ones included', async () => {
    const session = await checkedSession(bytesOf('17_many_duplicates.csv'))
    const { sizes } = session.skip([5], true)
    expect(sizes).toMatchObject({ all: 200, errors: 5, same_pair: 60 })
    session.list({ show: 'same_pair', kind: null })
    const duplicates = await session.rows(0, 100)
    expect(duplicates).toHaveLength(60)
    expect(duplicates.every((row) => row.duplicateOf !== null && row.duplicateOf < row.number)).toBe(true)
    session.list({ show: 'all', kind: null })
    expect((await session.rows(4, 1))[0]).toMatchObject({ number: 5, skipped: true })
  })

  test('duplicate rows, one IBAN with several names and one name with several IBANs are three filters', async () => {
    const rows = [
      'Uwe Bauer;DE89370400440532013000',
      'Uwe Bauer;DE89370400440532013000',
      'Nora Lindt;DE89370400440532013000',
      'Nora Lindt;NL91ABNA0417164300',
      'Dr. Anna Rossi;FR7630006000011234567890189',
    ]
    const session = await checkedSession(['Nom;IBAN', ...rows].join('\n'))
    const sizes = { errors: 0, warnings: 1, same_pair: 1, iban_many_names: 3, name_many_ibans: 2 }
    expect(session.summary().sizes).toEqual({ all: 5, ...sizes })
    for (const [show, count] of Object.entries(sizes)) {
      session.list({ show: show as keyof typeof sizes, kind: null })
      expect([show, session.summary().listing.count]).toEqual([show, count])
    }
  })

  test('a fixed row stays in place until another filter is chosen', async () => {
    const session = await checkedSession('Nom;IBAN\nAnna;FR76\nUwe;DE89370400440532013000\n')
    session.list({ show: 'errors', kind: null })
    const summary = session.edit(1, { iban: 'NL91ABNA0417164300' })
    expect([summary.openErrors, summary.listing.count]).toEqual([0, 1])
    expect((await session.rows(0, 1))[0]).toMatchObject({
      problems: [],
      repaired: ['iban'],
      bank: expect.anything(),
    })
    session.list({ show: 'errors', kind: null })
    expect(session.summary().listing.count).toBe(0)
  })

  test('checking stops when a newer choice makes it obsolete', async () => {
    const session = await checkedSession(bytesOf('26_rows_20000.csv'))
    const shares: number[] = []
    const answer = await session.check(async (share) => shares.push(share) < 1)
    expect([answer, shares.length]).toEqual([null, 1])
  })
})

describe('changes to rows', () => {
  const file = [
    'Nom;IBAN',
    'Anna Rossi;IT60XO542811101000000123456',
    'Uwe Bauer;DE8937O400440532013000',
    'Lea Petit;',
    'DE89370400440532013000;Jan Novák',
    'TOTAL;',
  ].join('\n')

  test('fixes for many rows are offered with an example, and applied and undone together', async () => {
    const session = await checkedSession(file)
    const { fixes, openErrors } = session.summary()
    expect(fixes).toEqual([
      {
        kind: 'letter_o',
        rows: 2,
        before: 'IT60XO542811101000000123456',
        after: 'IT60X0542811101000000123456',
      },
      { kind: 'swap', rows: 1, before: 'Jan Novák', after: 'DE89370400440532013000' },
      { kind: 'totals', rows: 1, before: 'TOTAL', after: '' },
    ])
    expect(openErrors).toBe(5)
    expect(session.fix('letter_o')).toMatchObject({ openErrors: 3, edited: 2, undo: 1 })
    expect(session.fix('swap')).toMatchObject({ openErrors: 2 })
    expect(session.fix('totals')).toMatchObject({ openErrors: 1 })
    expect([...session.work.skipped]).toEqual([5])
    expect(session.undo(false)).toMatchObject({ openErrors: 2 })
    expect([...session.work.skipped]).toEqual([])
    session.undo(false)
    expect(session.undo(false)).toMatchObject({ openErrors: 5, edited: 0, undo: 0, redo: 3 })
    expect(session.undo(true)).toMatchObject({ openErrors: 3, edited: 2 })
  })

  test('a total outside the columns of name and IBAN is one error, and skipped with the others', async () => {
    const session = await checkedSession(
      'No.;Nom;IBAN;Montant\nTotal général;;;12,00\n1;Lea;FR7630006000011234567890189;12,00\n',
    )
    const { fixes, openErrors, kinds } = session.summary()
    expect({ fixes, openErrors, kinds }).toMatchObject({
      fixes: [{ kind: 'totals', rows: 1 }],
      openErrors: 1,
      kinds: { errors: [{ kind: 'total_row', count: 1 }] },
    })
  })

  test("nothing is fixed automatically: without a fix the file's own values are sent", async () => {
    const session = await checkedSession(file)
    session.edit(3, { iban: 'FR7630006000011234567890189' })
    const { head, rows } = await linesOf(session)
    expect(head).toMatchObject({ rows: 5, kept: 1 })
    expect(rows.filter((row) => 'edited' in row)).toMatchObject([{ row: 3, edited: true }])
    expect(rows.filter((row) => 'skipped' in row)).toHaveLength(4)
  })

  test('every random sequence of changes can be undone completely and redone completely', async () => {
    const texts = fc.constantFrom('', 'Anna', 'DE89370400440532013000', 'FR76O')
    const edit = fc.record({
      row: fc.integer({ min: 1, max: 5 }),
      edit: fc.record({ iban: texts, name: texts }, { requiredKeys: [] }),
    })
    const skip = fc.record({ skip: fc.integer({ min: 1, max: 5 }), on: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(edit, skip), { maxLength: 8 }), async (acts) => {
        const session = await checkedSession(file)
        const facts = () => JSON.stringify([[...session.checkedRows()], [...session.work.skipped].sort()])
        const start = facts()
        for (const act of acts)
          'row' in act ? session.edit(act.row, act.edit) : session.skip([act.skip], act.on)
        const end = facts()
        while (session.undo(false).undo > 0);
        expect(facts()).toBe(start)
        while (session.undo(true).redo > 0);
        expect(facts()).toBe(end)
      }),
      { numRuns: 40 },
    )
  })

  test('rows to fix are exported as a file and imported again, as one change', async () => {
    const session = await checkedSession(file)
    const { name, text } = downloadOf(session, 'fix', { last: 'Problem', iban_required: 'IBAN missing' })
    expect(name).toBe('list-to-fix.csv')
    expect(text).toContain('3;Lea Petit;;IBAN missing')
    const corrected = text
      .replace('3;Lea Petit;', '3;Léa Petit;FR7630006000011234567890189')
      .replaceAll('O5428', '05428')
    const answer = session.corrected(utf8(corrected))
    expect(answer).toMatchObject({ rows: 2, summary: { openErrors: 3, edited: 2, undo: 1 } })
    expect(session.corrected(utf8('Nom;IBAN\na;b'))).toEqual({ problem: 'header_not_found' })
  })
})

describe('meanings of columns', () => {
  test('the list of meanings and the column map agree', async () => {
    const { view } = await checkedSession(bytesOf('02_de_datev_extf.csv'))
    const { map, headers, columns } = view()
    const meanings = meaningsOf(map, headers, columns.length)
    expect(meanings).toEqual(['reference', 'company', 'last_name', 'first_name', 'iban', 'unused', 'holder'])
    expect(mapOf(meanings)).toEqual(map)
  })

  test('names in three and four columns keep their order', async () => {
    const iban = 'DE89370400440532013000'
    for (const [header, row] of [
      ['First name;Middle name;Last name;IBAN', `John;Paul;Smith;${iban}`],
      ['Nombre;Primer apellido;Segundo apellido;IBAN', `Juan;García;López;${iban}`],
      ['Achternaam;Voornaam;Tussenvoegsel;IBAN', `Beethoven;Ludwig;van;${iban}`],
    ]) {
      const { view, checkedRows } = await checkedSession(`${header}\n${row}\n`)
      const { map, headers, columns } = view()
      expect(mapOf(meaningsOf(map, headers, columns.length))).toEqual(map)
      expect(checkedRows().row(0).name).toMatch(/^(John Paul Smith|Juan García López|Ludwig van Beethoven)$/)
    }
  })

  test('choosing a meaning that another column has moves it', () => {
    expect(choose(['iban', 'name', 'unused'], 2, 'iban')).toEqual(['unused', 'name', 'iban'])
    expect(missingMeanings(mapOf(choose(['iban', 'name'], 0, 'name')))).toEqual(['iban'])
  })
})

test('many listed rows are changed together, undone together, and shown before and after', async () => {
  const file = [
    'Nom;IBAN',
    'JEAN DUPONT;FR7630006000011234567890189',
    'Boulangerie Sarl;DE89370400440532013000',
    'Nord sarl;XX12',
  ].join('\r\n')
  const session = await checkedSession(file)
  session.list({ show: 'errors', kind: null })
  expect(session.replace({ field: 'name', find: 'SARL', text: 'SAS $1' }).rows).toBe(1)
  session.list({ show: 'all', kind: null })
  expect(session.properNames().rows).toBe(1)
  expect(session.replace({ field: 'name', find: '', text: 'x' }).rows).toBe(0)
  expect(session.changes(10)).toEqual([
    { row: 1, field: 'name', before: 'JEAN DUPONT', after: 'Jean Dupont' },
    { row: 3, field: 'name', before: 'Nord sarl', after: 'Nord SAS $1' },
  ])
  session.undo(false)
  expect(session.changes(10).map(({ row }) => row)).toEqual([3])
})

test('names that contain the delimiter are joined with the next cell on request, never with other changes', async () => {
  const file = [
    'Name,IBAN,Reference',
    'NORD, SUD & FILS,FR7630006000011234567890189,R-1',
    'Dr Est, Ouest,DE89370400440532013000,',
    'Anna Rossi,NL91ABNA0417164300,R-3',
    'Lea Petit,BE71096123456769,R-4',
  ]
  const session = await checkedSession(file.join('\n'))
  const { fixes, openErrors } = session.summary()
  expect(fixes).toEqual([{ kind: 'columns', rows: 2, before: 'NORD', after: 'NORD, SUD & FILS' }])
  expect([openErrors, session.properNames().rows]).toEqual([2, 0])
  expect(session.fix('columns').openErrors).toBe(0)
  expect(kept((await linesOf(session)).rows).slice(0, 2)).toEqual([
    { row: 1, iban: 'FR7630006000011234567890189', name: 'NORD, SUD & FILS', reference: 'R-1', edited: true },
    { row: 2, iban: 'DE89370400440532013000', name: 'Dr Est, Ouest', edited: true },
  ])
  expect(session.undo(false).openErrors).toBe(2)
})
