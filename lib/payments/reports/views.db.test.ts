import { describe, expect, it } from 'vitest'
import { seesMasked } from '@/lib/auth/roles'
import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { readLinePage } from '@/lib/payments/lines/page.server'
import { listReports, readReport, reportOfRun } from '@/lib/payments/reports/queries.server'
import {
  createReportableRun,
  loadReport,
  makeReportBytes,
  REPORTED_IBAN,
  readReportedChecks,
} from '@/lib/payments/reports/testing/fixtures'
import { db, Prisma } from '@/lib/platform/db.server'
import { refusalOf } from '@/lib/platform/testing/refusals'
import { recheck } from '@/lib/verifications/check/recheck.server'

const ALL = { size: 100, after: 0 }
const maker = await insertPerson()
const other = await insertPerson()
const reviewer = await insertPerson('reviewer')
const admin = await insertPerson('admin')

describe('a report', () => {
  it('can be loaded by analysts for their own runs and by reviewers, and is masked for admins', async () => {
    const { id, messageId } = await createReportableRun(maker)
    expect(await refusalOf(loadReport(makeReportBytes(messageId), other, id))).toBe('404 not_found')
    expect(await loadReport(makeReportBytes(messageId), other)).toMatchObject({ runId: null })
    const { id: reportId } = await loadReport(makeReportBytes(messageId), reviewer, id)
    expect(await refusalOf(readReport(reportId, ALL, other.actor))).toBe('404 not_found')
    expect(await reportOfRun(id, 1, maker.actor)).toBe(reportId)
    const seen = await readReport(reportId, ALL, maker.actor)
    expect(seen.page.items[1]).toMatchObject({
      ...{
        name: 'Muller GmbH',
        iban: REPORTED_IBAN,
        bankName: 'Müller GmbH',
        texts: ['"Müller GmbH'],
        amount: '2.00',
      },
      ...{ result: 'close_match', join: 'joined', number: 2 },
    })
    const masked = await readReport(reportId, ALL, admin.actor)
    expect(masked).toMatchObject({ masked: true, legend: [], sha256: '' })
    expect(masked.page.items[1]).toMatchObject({
      name: 'M···',
      iban: 'DE89 ···· 3000',
      bankName: 'M···',
      texts: ['···'],
    })
    const list = (person: Person) => listReports({ size: 100 }, person.actor)
    const ids = async (person: Person) => (await list(person)).items.map((item) => item.id)
    expect(await ids(maker)).toContain(reportId)
    expect(await ids(other)).not.toContain(reportId)
    expect(await ids(admin)).toEqual(await ids(reviewer))
  })

  it('shows masked roles no text that a bank sent in the place of a code', async () => {
    const { id, messageId } = await createReportableRun(maker)
    const lines = [
      { code: 'RVNM', endToEndId: 'E1', reason: 'belongs to Anna Rossi' },
      { code: 'Muller', endToEndId: 'E2' },
      { code: 'RVNA', endToEndId: 'E3', reason: 'AC01' },
    ]
    const more = { code: 'Muller', counts: [{ code: 'Muller', lines: '1' }] }
    const { id: reportId } = await loadReport(makeReportBytes(messageId, lines, more), reviewer, id)
    const seenBy = async ({ actor }: Person) => {
      const viewer = { actor, masked: seesMasked(actor) }
      const run = await readLinePage(id, Prisma.sql`m.upload_id = ${id}::uuid`, ALL, viewer)
      const list = (await listReports({ size: 100 }, actor)).items.filter((item) => item.id === reportId)
      return JSON.stringify([run, list, await readReport(reportId, ALL, actor)])
    }
    // in the line of the run and of the report, the level and its counts
    expect((await seenBy(reviewer)).match(/MULLER/g)).toHaveLength(4)
    expect((await seenBy(reviewer)).match(/BELONGS TO ANNA ROSSI/g)).toHaveLength(2)
    const masked = await seenBy(admin)
    expect(masked).not.toMatch(/MULLER|ROSSI/)
    expect(masked.match(/"codes":{"RVNA":1,"RVNM":1,"other":1}/g)).toHaveLength(2)
    expect(masked).toContain('"reasonCode":"AC01"')
    // everybody who may open the check sees its reason
    expect((await readReportedChecks(id)).map(({ reason }) => reason)).toEqual([null, undefined, 'AC01'])
  })

  it('is read in pages of lines, and the list of reports is too', async () => {
    const first = await listReports({ size: 1 }, reviewer.actor)
    expect(first.nextCursor).not.toBeNull()
    const [at, id] = JSON.parse(atob(first.nextCursor ?? '')) as [string, string]
    const second = await listReports({ size: 1, after: { at, id } }, reviewer.actor)
    expect(new Set([...first.items, ...second.items].map((item) => item.id)).size).toBe(2)
    const { messageId } = await createReportableRun(maker)
    const { id: reportId } = await loadReport(makeReportBytes(messageId), maker)
    const page = await readReport(reportId, { size: 2, after: 0 }, maker.actor)
    expect(page.page).toMatchObject({ items: [{ position: 1 }, { position: 2 }], nextAfter: 2 })
    const rest = await readReport(reportId, { size: 2, after: 2, join: 'joined' }, maker.actor)
    expect(rest.page).toMatchObject({ items: [{ position: 3 }], nextAfter: null })
  })
})

describe('the answers of a report', () => {
  it('show where the bank’s result differs from ours', async () => {
    const { id, messageId } = await createReportableRun(maker)
    await db().verification.create({
      data: {
        ...{
          environment: 'live',
          source: 'single',
          iban: REPORTED_IBAN,
          name: 'Anna Rossi',
          nameSearch: 'anna rossi',
        },
        ...{ country: 'DE', status: 'completed', matchResult: 'no_match', requestedById: maker.actor.id },
      },
    })
    const { id: reportId } = await loadReport(makeReportBytes(messageId), maker)
    const view = await readReport(reportId, ALL, maker.actor)
    expect(view).toMatchObject({ differs: 1, notReported: 0, runId: id })
    expect(view.page.items[0]).toMatchObject({ ours: 'no_match', result: 'match', differs: true })
  })

  it('can’t be checked again at the provider, which would use credits', async () => {
    const { id, messageId } = await createReportableRun(maker)
    await loadReport(makeReportBytes(messageId), maker)
    const [check] = await readReportedChecks(id)
    expect(await refusalOf(recheck(check?.id ?? '', maker))).toBe('409 verification_of_bank_report')
  })
})
