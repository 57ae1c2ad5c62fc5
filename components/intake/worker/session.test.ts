import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { type UploadRow, uploadHead, uploadOriginal, uploadRow } from '@/lib/uploads/wire'
import { choose, mapOf, meaningsOf, missingIn } from '../columns/meanings'
import { shownFileName } from './pack'
import { type Session, startSession } from './session'

const corpus = new URL('../../../lib/tables/testing/corpus/', import.meta.url)
const bytesOf = (file: string) => new Uint8Array(readFileSync(new URL(file, corpus)))
const goOn = async () => true

async function sessionOf(bytes: Uint8Array, fileName = 'list.csv'): Promise<Session> {
  const session = startSession(bytes, { fileName, title: 'List', options: {}, map: null, skipped: [] })
  if ('problem' in session) throw new Error(session.problem)
  await session.check(goOn)
  return session
}

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

const kept = (rows: UploadRow[]) => rows.filter((row) => 'iban' in row)

describe('what is sent', () => {
  test.each([
    ['01_fr_fournisseurs.csv', 120, 116, 111],
    ['07_en_bulk_transfer_comma.csv', 150, 143, 135],
    ['17_many_duplicates.csv', 200, 195, 135],
    ['25_rows_2001.csv', 2001, 2001, 2001],
  ])(
    '%s: every row once, the valid ones with their values, the file itself at the end',
    async (file, all, valid, pairs) => {
      const bytes = bytesOf(file)
      const session = await sessionOf(bytes, file)
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

  test('a row that was skipped by hand is left out, and can be taken back', async () => {
    const session = await sessionOf(bytesOf('10_no_header_name_iban.csv'))
    session.skip([2], true)
    expect((await linesOf(session)).rows[1]).toEqual({ row: 2, skipped: 'left_out' })
    session.skip([2], false)
    expect((await linesOf(session)).rows[1]).toMatchObject({ row: 2, name: 'Noémie Nguyen' })
  })

  test('a file name loses its path and signs that cannot be seen', () => {
    expect(shownFileName('../../x\u202Egnp.csv\r\n')).toBe('xgnp.csv')
    expect(shownFileName('\u202E')).toBe('file')
  })
})

describe('rows in sight', () => {
  test('each filter lists its rows, skipped ones included', async () => {
    const session = await sessionOf(bytesOf('17_many_duplicates.csv'))
    const summary = session.skip([5], true)
    expect(summary.listed).toMatchObject({ all: 200, errors: 5, duplicates: 60 })
    const duplicates = await session.rows('duplicates', 0, 100)
    expect(duplicates).toHaveLength(60)
    expect(duplicates.every((row) => row.duplicateOf !== null && row.duplicateOf < row.number)).toBe(true)
    expect((await session.rows('all', 4, 1))[0]).toMatchObject({ number: 5, skipped: true })
  })

  test('checking stops when a newer choice makes it useless', async () => {
    const session = startSession(bytesOf('26_rows_20000.csv'), {
      fileName: 'x',
      title: '',
      options: {},
      map: null,
      skipped: [],
    })
    if ('problem' in session) throw new Error(session.problem)
    const shares: number[] = []
    const answer = await session.check(async (share) => shares.push(share) < 3)
    expect([answer, shares.length]).toEqual([null, 3])
  })
})

describe('meanings of columns', () => {
  test('the list of meanings and the map say the same', async () => {
    const { view } = await sessionOf(bytesOf('02_de_datev_extf.csv'))
    const { map, headers, columns } = view()
    const meanings = meaningsOf(map, headers, columns.length)
    expect(meanings).toEqual(['reference', 'company', 'last_name', 'first_name', 'iban', 'unused', 'holder'])
    expect(mapOf(meanings)).toEqual(map)
  })

  test('choosing a taken meaning moves it', () => {
    expect(choose(['iban', 'name', 'unused'], 2, 'iban')).toEqual(['unused', 'name', 'iban'])
    expect(missingIn(mapOf(choose(['iban', 'name'], 0, 'name')))).toEqual(['iban'])
  })
})
