import { expect, it } from 'vitest'
import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { computeGates } from '@/lib/payments/gate/compute.server'
import { readReportedAnswers } from '@/lib/payments/lines/bank.server'
import { searchLines } from '@/lib/payments/lines/search.server'
import {
  createAnsweredRun,
  newPayments,
  readReleaseFile,
  release,
} from '@/lib/payments/release/testing/fixtures'
import { joinKeptReport } from '@/lib/payments/reports/join.server'
import { readReport } from '@/lib/payments/reports/queries.server'
import { createReportableRun, loadReport, makeReportBytes } from '@/lib/payments/reports/testing/fixtures'
import { linesSearch } from '@/lib/payments/schema'
import { createPeople } from '@/lib/payments/testing/people'
import { readGates } from '@/lib/payments/testing/run'
import { db } from '@/lib/platform/db.server'
import { decideReview } from '@/lib/reviews/decision/decide.server'

const maker = await insertPerson()

const answerCode = async (runId: string) => (await readReportedAnswers(runId, [1])).get(1)?.code

it('a report that is joined later counts as the newer one, even if it was received earlier', async () => {
  const [maker] = await createPeople()
  const lines = newPayments(1)
  const id = await createAnsweredRun(maker, lines, ['match'], 'LATER')
  const report = (original: string, code: string) =>
    makeReportBytes(original, [], {
      batches: [{ id: 'B-1', lines: [{ code, endToEndId: 'E-1', iban: lines[0]?.iban ?? '' }] }],
    })
  const kept = await loadReport(report('NOWHERE', 'RVNM'), maker)
  await loadReport(report('LATER', 'RCVC'), maker)
  await computeGates(id)
  expect([await answerCode(id), await readGates(id)]).toEqual(['RCVC', { 1: 'clear match' }])
  expect(await joinKeptReport(kept.id, id, maker)).toMatchObject({ number: 2, joined: 1 })
  await computeGates(id)
  expect([await answerCode(id), await readGates(id)]).toEqual(['RVNM', { 1: 'waiting decision_open' }])
})

it('an ordinary status report doesn’t hide the answers about names', async () => {
  const { id, messageId } = await createReportableRun(maker)
  await loadReport(makeReportBytes(messageId, [{ code: 'RCVC', endToEndId: 'E1' }]), maker)
  await loadReport(makeReportBytes(messageId, [{ code: 'ACSC', endToEndId: 'E1' }]), maker)
  expect(await answerCode(id)).toBe('RCVC')
})

const checksOf = (iban: string) =>
  db().verification.findMany({ where: { iban }, orderBy: { createdAt: 'asc' } })

/** Approves these checks with the bank's name, and computes the gates. */
async function adoptNames(
  runId: string,
  checks: Awaited<ReturnType<typeof checksOf>>,
  by: Person,
): Promise<void> {
  for (const { id: verificationId, matchedName } of checks) {
    const { id, evidenceHash } = await db().review.findUniqueOrThrow({ where: { verificationId } })
    const input = { decision: 'approve' as const, reason: 'spelling_or_accent', evidenceHash }
    await decideReview(id, { ...input, correctedName: matchedName ?? '' }, by)
  }
  await computeGates(runId)
}

/** A report with one line, which names the holder as the payer's bank does. */
const reportOf = (
  original: string,
  { code, n, batch = 'B-1' }: { code: string; n: number; batch?: string },
) =>
  makeReportBytes(original, [], {
    legend: ['RVNM: no match'],
    batches: [{ id: batch, lines: [{ code, endToEndId: `E-${n}`, texts: ['Holder AG'] }] }],
  })

it('a report about a release answers about the corrected name in it, one about the original about the old name', async () => {
  const [maker, reviewer, second] = await createPeople()
  const lines = newPayments(1)
  const id = await createAnsweredRun(maker, lines, ['close_match'], 'CORRECTED')
  await loadReport(reportOf('CORRECTED', { code: 'RVMC', n: 1 }), maker)
  await adoptNames(id, await checksOf(lines[0]?.iban ?? ''), reviewer)
  await release(id, second)
  const receipt = await loadReport(reportOf('CORRECTED-R1', { code: 'RCVC', n: 1 }), maker)
  const said = (await checksOf(lines[0]?.iban ?? '')).map((check) => [
    check.source,
    check.name,
    check.matchResult,
  ])
  // both banks' names were adopted, and that of the payer's bank counts
  expect(said).toEqual([
    ['bulk', lines[0]?.name, 'close_match'],
    ['bank_report', lines[0]?.name, 'close_match'],
    ['bank_report', 'Holder AG', 'match'],
  ])
  expect(await readReport(receipt.id, { size: 10, after: 0 }, maker.actor)).toMatchObject({
    ...{ changed: 0, differs: 0 },
    page: { items: [{ name: 'Holder AG', result: 'match', differs: false }] },
  })
  const { items } = await searchLines(id, linesSearch.parse({}), maker.actor)
  expect(items).toMatchObject([{ bank: { code: 'RCVC', differs: false } }])
  expect(await readReleaseFile(id, 1, 'released', second)).toContain('<Nm>Holder AG</Nm>')
})

it('a released line keeps the name with which it left, whatever was answered since', async () => {
  const [maker, reviewer, second] = await createPeople()
  const lines = newPayments(1)
  const id = await createAnsweredRun(maker, lines, ['match'], 'LEFT')
  await loadReport(reportOf('LEFT', { code: 'RVMC', n: 1 }), maker)
  const [, reported] = await checksOf(lines[0]?.iban ?? '')
  await adoptNames(id, reported ? [reported] : [], reviewer)
  await release(id, second)
  for (const code of ['PDNG', 'RCVC']) {
    const receipt = await loadReport(reportOf('LEFT-R1', { code, n: 1 }), maker)
    const { page } = await readReport(receipt.id, { size: 10, after: 0 }, maker.actor)
    expect(page.items).toMatchObject([{ name: 'Holder AG', code }])
  }
  const said = (await checksOf(lines[0]?.iban ?? '')).map(({ name, matchResult }) => [name, matchResult])
  expect(said.slice(1)).toEqual([
    [lines[0]?.name, 'close_match'],
    ['Holder AG', 'match'],
  ])
  const { items } = await searchLines(id, linesSearch.parse({}), maker.actor)
  expect(items).toMatchObject([{ correctedName: 'Holder AG', gate: 'released' }])
})

it('our result beside the bank’s is that with which the line was released', async () => {
  const [maker, , second] = await createPeople()
  const lines = newPayments(1)
  const id = await createAnsweredRun(maker, lines, ['match'], 'COMPARED')
  await release(id, second)
  await createAnsweredRun(maker, lines, ['no_match'], 'SINCE')
  const receipt = await loadReport(reportOf('COMPARED-R1', { code: 'RVNM', n: 1 }), maker)
  expect(await readReport(receipt.id, { size: 10, after: 0 }, maker.actor)).toMatchObject({
    differs: 1,
    page: { items: [{ ours: 'match', result: 'no_match', differs: true }] },
  })
})

it('a released line keeps its check and its name when its payee is checked again', async () => {
  const [maker, reviewer, second] = await createPeople()
  const lines = newPayments(1)
  const id = await createAnsweredRun(maker, lines, ['close_match'], 'AGAIN')
  const [check] = await checksOf(lines[0]?.iban ?? '')
  await adoptNames(id, check ? [check] : [], reviewer)
  await release(id, second)
  await createAnsweredRun(maker, lines, ['no_match'], 'NEXT')
  const { items } = await searchLines(id, linesSearch.parse({}), maker.actor)
  expect(items).toMatchObject([
    { correctedName: 'Registered Holder', verificationId: check?.id, result: 'close_match' },
  ])
  const receipt = await loadReport(reportOf('AGAIN-R1', { code: 'RCVC', n: 1 }), maker)
  expect(await readReport(receipt.id, { size: 10, after: 0 }, maker.actor)).toMatchObject({
    page: { items: [{ name: 'Registered Holder', verificationId: expect.any(String) }] },
  })
})

it('a report about a held file answers about the original name, even if the line left later with another one', async () => {
  const [maker, reviewer, second] = await createPeople()
  const lines = newPayments(2)
  const id = await createAnsweredRun(maker, lines, ['match', 'close_match'], 'HELD')
  await release(id, second)
  await adoptNames(id, await checksOf(lines[1]?.iban ?? ''), reviewer)
  await release(id, second)
  const receipt = await loadReport(reportOf('HELD-H1', { code: 'RVMC', n: 2, batch: 'B-1-H1' }), maker)
  const { page } = await readReport(receipt.id, { size: 10, after: 0 }, maker.actor)
  expect(page.items).toMatchObject([{ number: 2, name: lines[1]?.name }])
})
