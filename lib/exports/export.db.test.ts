import readSheets from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Role } from '@/lib/auth/roles'
import { insertPerson } from '@/lib/auth/testing/people'
import { assertUnmasked, exportHistory, exportUploadRows } from '@/lib/exports/export.server'
import { historyExport } from '@/lib/history/search'
import { officeDay } from '@/lib/platform/days/days.server'
import { daysBefore } from '@/lib/platform/days/period'
import { db } from '@/lib/platform/db.server'
import { periodsSetting } from '@/lib/retention/cutoff.server'
import { DEFAULT_PERIODS } from '@/lib/retention/periods'
import { decideReview } from '@/lib/reviews/decision/decide.server'
import { policySetting } from '@/lib/reviews/load.server'
import { CALL_BACK, createReview } from '@/lib/reviews/testing/fixtures'
import { readTable } from '@/lib/tables/read/read'

const IBAN = 'FR7611999002070451738296053'
const people = {
  analyst: await insertPerson(),
  reviewer: await insertPerson('reviewer'),
  admin: await insertPerson('admin'),
}
const by = (role: Role) => people[role]
const uploadId = '0198aaaa-0000-4000-8000-000000000001'

const requestedById = by('analyst').actor.id
await db().$executeRaw`
  insert into uploads (id, file_name, file_hash, reading, file_rows, total, not_sent, created_by_id, count_match)
  values (${uploadId}::uuid, 'suppliers.csv', 'x', '{}', 3, 2, 1, ${requestedById}::uuid, 2)`
await db().$executeRaw`
  insert into verifications (id, environment, source, name, name_search, iban, country, requested_by_id, status,
                             match_result, matched_name, upload_id, created_at)
  select gen_random_uuid(), 'live', 'bulk', '=Name ' || n, 'name', ${IBAN}, 'FR', ${requestedById}::uuid, 'completed',
         (case n % 3 when 0 then 'match' when 1 then 'close_match' else 'no_match' end)::match_result,
         case n % 3 when 1 then 'Bank ' || n end, case when n <= 2 then ${uploadId}::uuid end,
         now() - make_interval(secs => n / 3)
    from generate_series(1, 4500) n`
await db().$executeRaw`
  insert into upload_rows (upload_id, number, verification_id)
  select ${uploadId}::uuid, row_number() over (order by name) * 2 - 1, id from verifications where upload_id is not null`
// a row that reused the result of an earlier check
await db().$executeRaw`
  update verifications set purpose = 'new_payee'
   where id = (select verification_id from upload_rows where upload_id = ${uploadId}::uuid and number = 1)`
await db().$executeRaw`
  insert into upload_rows (upload_id, number, name, not_sent_code) values (${uploadId}::uuid, 2, 'Left', 'left_out')`

const all = async (pieces: AsyncIterable<string | Uint8Array>) => {
  const parts = await Array.fromAsync(pieces, (piece) => Buffer.from(piece))
  return Buffer.concat(parts)
}
const history = async (body: object, role: Role = 'reviewer') =>
  all((await exportHistory(historyExport.parse(body), 'en', by(role))).pieces)
type Row = Record<string, string | number | null>
const json = async (body: object, role?: Role): Promise<Row[]> =>
  JSON.parse((await history({ format: 'json', ...body }, role)).toString())

describe('an export of the history', () => {
  it('contains every check once, across all pages and with equal timestamps', async () => {
    const rows = await json({})
    expect(rows).toHaveLength(4500)
    expect(new Set(rows.map((row) => row.checkId)).size).toBe(4500)
  })

  it('contains the newest checks too where the clock of the host is behind', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 120_000 })
    const rows = await json({}).finally(() => vi.useRealTimers())
    expect(rows).toHaveLength(4500)
  })

  it('contains what the filters match, and nothing else', async () => {
    const rows = await json({ filters: { outcome: ['close_match'] } })
    expect(rows).toHaveLength(1500)
    expect(await json({}, 'analyst')).toHaveLength(4500)
    expect(await json({ filters: { mine: true } })).toEqual([])
  })

  it('of a period has fixed days, so that it neither changes at midnight nor is unclear in the audit log', async () => {
    const from = daysBefore(officeDay(), 6)
    expect(await json({ filters: { period: 'last_7_days', outcome: ['match'] } })).toHaveLength(1500)
    const { details } = await db().auditEntry.findFirstOrThrow({ orderBy: { seq: 'desc' } })
    expect(details).toMatchObject({ filters: { from, outcome: ['match'] }, count: 1500 })
    expect(details).not.toHaveProperty('filters.period')
    const later = officeDay()
    await json({ filters: { period: 'last_7_days', from: later } })
    const entry = await db().auditEntry.findFirstOrThrow({ orderBy: { seq: 'desc' } })
    expect(entry.details).toMatchObject({ filters: { from: later } })
  })

  it('has the purpose of each check: as text for people, as a code for programs', async () => {
    const filters = { purpose: ['new_payee'] }
    expect((await json({ filters })).map(({ purpose }) => purpose)).toEqual(['new_payee'])
    expect((await history({ format: 'csv', filters })).toString()).toMatch(/;Purpose;[\s\S]*;New payee;/)
    const [sheet] = await readSheets(await history({ format: 'xlsx', filters }))
    expect(sheet?.data[1]).toContain('New payee')
    const known = await exportUploadRows(uploadId, 'json', 'en', by('reviewer'))
    expect(JSON.parse((await all(known.pieces)).toString())).toMatchObject([{ purpose: 'new_payee' }, {}, {}])
  })

  it('never changes a name: the bank’s one has a column of its own', async () => {
    const rows = await json({ filters: { outcome: ['match', 'close_match'] } })
    expect(new Set(rows.map(({ correctedName }) => correctedName))).toEqual(new Set([null]))
    expect(rows.filter(({ bankName }) => bankName !== null)).toHaveLength(1500)
  })

  it('is CSV that no spreadsheet executes and that our own parser reads back exactly', async () => {
    const bytes = await history({ format: 'csv', filters: { outcome: ['match'] } })
    expect(bytes.toString()).toContain(";'=Name ")
    const table = readTable(new Uint8Array(bytes))
    if (!('records' in table)) throw new Error('not a table')
    expect(table.records).toHaveLength(1500)
    expect(table.records[0]?.cells[1]).toMatch(/^=Name \d+$/)
  })

  it('is a workbook with one text cell for every value', async () => {
    const [sheet] = await readSheets(await history({ format: 'xlsx' }))
    expect(sheet?.data).toHaveLength(4501)
    expect(sheet?.data[0]?.slice(0, 4)).toEqual(['Checked at (UTC)', 'Name checked', 'IBAN', 'Result'])
    expect(sheet?.data[1]?.[2]).toBe(IBAN)
  })

  it('hides names and IBANs from masked roles, and IBANs on request', async () => {
    const text = (await history({ format: 'json' }, 'admin')).toString()
    expect(text).not.toMatch(/Name \d|Bank \d/)
    expect(text).not.toContain(IBAN)
    expect((await history({ format: 'csv', ibans: 'ends' })).toString()).not.toContain(IBAN)
  })

  it('is logged in the audit log with its size, without names, IBANs and the search text', async () => {
    await history({ format: 'csv', text: 'Name 12' })
    const entry = await db().auditEntry.findFirstOrThrow({ orderBy: { seq: 'desc' } })
    expect(entry).toMatchObject({ action: 'verification.exported', actorId: by('reviewer').actor.id })
    expect(entry.details).toMatchObject({ format: 'csv', searched: true })
    expect(JSON.stringify(entry.details)).not.toContain('Name 12')
  })
})

describe('a decision in an export', () => {
  it("includes the corrected name and the call it's based on, beside both original names", async () => {
    await policySetting.save('one')
    const item = await createReview(by('analyst').actor, { result: 'no_match', environment: 'sandbox' })
    const approval = { decision: 'approve', reason: 'confirmed_with_payee', callBack: CALL_BACK } as const
    const input = { ...approval, correctedName: 'Jean Dupont', evidenceHash: item.evidenceHash }
    await decideReview(item.id, input, by('reviewer'))
    const sandbox = { environment: 'sandbox' }
    expect(await json(sandbox)).toMatchObject([
      {
        name: 'Jean Dupond',
        bankName: null,
        correctedName: 'Jean Dupont',
        decision: 'approved',
        callBack: CALL_BACK,
      },
    ])
    const csv = (await history({ format: 'csv', ...sandbox })).toString()
    const time = CALL_BACK.calledAt.slice(0, 16).replace('T', ' ')
    expect(csv).toContain(`Claire Martin on +33 1 23 45 67 89 (our own records), ${time} UTC: confirmed`)
    expect((await history({ format: 'json', ...sandbox }, 'admin')).toString()).not.toMatch(/Claire|Jean/)
  })

  it('names nobody as long as a second person must decide', async () => {
    await policySetting.save('two')
    const item = await createReview(by('analyst').actor, { result: 'no_match', environment: 'sandbox' })
    const approval = { decision: 'approve', reason: 'confirmed_with_payee', callBack: CALL_BACK } as const
    await decideReview(item.id, { ...approval, evidenceHash: item.evidenceHash }, by('reviewer'))
    const filters = { review: ['second_approval'] }
    expect(await json({ environment: 'sandbox', filters })).toMatchObject([
      { decision: 'second_approval', decidedBy: null, callBack: null },
    ])
  })
})

describe('an export of checks older than the mask period', () => {
  const made = (months: number) => db().$executeRaw`
    update uploads set created_at = now() - make_interval(months => ${months}::int) where id = ${uploadId}::uuid`
  beforeAll(async () => {
    await periodsSetting.save({ ...DEFAULT_PERIODS, maskMonths: 6 })
    await db().$executeRaw`
      update verifications set created_at = now() - interval '7 months' where name = '=Name 1'`
  })
  afterAll(() => periodsSetting.save(DEFAULT_PERIODS))

  it('hides their names and IBANs from everybody, and nothing of newer ones', async () => {
    const { pieces } = await exportUploadRows(uploadId, 'json', 'en', by('reviewer'))
    const rows = JSON.parse((await all(pieces)).toString()) as Row[]
    expect(rows.map(({ row, name, iban, bankName }) => [row, name, iban, bankName])).toEqual([
      [1, null, 'FR76 ···· 6053', null],
      [2, 'Left', null, null],
      [3, '=Name 2', IBAN, null],
    ])
    const to = new Date(Date.now() - 200 * 86_400_000).toISOString().slice(0, 10)
    expect(await json({ filters: { to } })).toMatchObject([
      { name: null, iban: 'FR76 ···· 6053', bankName: null },
    ])
  })

  it("refuses the original file, which can't be masked", async () => {
    await expect(assertUnmasked(uploadId, by('reviewer').actor)).resolves.toBeUndefined()
    await made(7)
    await expect(assertUnmasked(uploadId, by('reviewer').actor)).rejects.toMatchObject({
      status: 409,
      code: 'export_masked',
    })
    await made(0)
  })
})

describe('an export of an upload', () => {
  it('contains every row in file order, those not sent with their reason', async () => {
    const { pieces, name } = await exportUploadRows(uploadId, 'json', 'en', by('analyst'))
    const rows = JSON.parse((await all(pieces)).toString()) as Row[]
    expect(name).toBe('suppliers-table.json')
    expect(rows.map(({ row, result, reason }) => [row, result, reason])).toEqual([
      [1, 'close_match', null],
      [2, 'not_sent', 'left_out'],
      [3, 'no_match', null],
    ])
  })

  it('is named after the file, whatever its name was', async () => {
    const named = async (fileName: string) => {
      await db().upload.update({ where: { id: uploadId }, data: { fileName } })
      return (await exportUploadRows(uploadId, 'csv', 'en', by('analyst'))).name
    }
    expect(await named('../..\\Lieferanten: März.xlsx')).toBe('_.._Lieferanten_ März-table.csv')
    expect([await named('..'), await named('.csv')]).toEqual(['upload-table.csv', 'upload-table.csv'])
    expect(await named('suppliers.csv')).toBe('suppliers-table.csv')
  })

  it("doesn't exist for somebody who may not see it", async () => {
    const stranger = { ...by('analyst'), actor: { ...by('analyst').actor, id: uploadId } }
    await expect(exportUploadRows(uploadId, 'csv', 'en', stranger)).rejects.toMatchObject({ status: 404 })
  })
})
