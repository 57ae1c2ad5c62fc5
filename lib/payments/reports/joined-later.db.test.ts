import { expect, it } from 'vitest'
import { insertPerson } from '@/lib/auth/testing/people'
import { computeGates } from '@/lib/payments/gate/compute.server'
import { readReportedAnswers } from '@/lib/payments/lines/bank.server'
import { searchLines } from '@/lib/payments/lines/search.server'
import { createAnsweredRun, newPayments, release } from '@/lib/payments/release/testing/fixtures'
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

it('a report about a release answers about the corrected name in it, one about the original about the old name', async () => {
  const [maker, reviewer, second] = await createPeople()
  const [line] = newPayments(1)
  const id = await createAnsweredRun(maker, line ? [line] : [], ['close_match'], 'CORRECTED')
  const report = (original: string, code: string) =>
    makeReportBytes(original, [], {
      batches: [{ id: 'B-1', lines: [{ code, endToEndId: 'E-1', texts: ['Registered Holder'] }] }],
    })
  await loadReport(report('CORRECTED', 'RVMC'), maker)
  const checks = () =>
    db().verification.findMany({ where: { iban: line?.iban ?? '' }, orderBy: { createdAt: 'asc' } })
  for (const { id: verificationId } of await checks()) {
    const { id, evidenceHash } = await db().review.findUniqueOrThrow({ where: { verificationId } })
    const input = { decision: 'approve' as const, reason: 'spelling_or_accent', evidenceHash }
    await decideReview(id, { ...input, correctedName: 'Registered Holder' }, reviewer)
  }
  await computeGates(id)
  await release(id, second)
  const receipt = await loadReport(report('CORRECTED-R1', 'RCVC'), maker)
  const said = (await checks()).map(({ source, name, matchResult }) => [source, name, matchResult])
  expect(said).toEqual([
    ['bulk', line?.name, 'close_match'],
    ['bank_report', line?.name, 'close_match'],
    ['bank_report', 'Registered Holder', 'match'],
  ])
  expect(await readReport(receipt.id, { size: 10, after: 0 }, maker.actor)).toMatchObject({
    ...{ changed: 0, differs: 0 },
    page: { items: [{ name: 'Registered Holder', result: 'match', differs: false }] },
  })
  const { items } = await searchLines(id, linesSearch.parse({}), maker.actor)
  expect(items).toMatchObject([{ bank: { code: 'RCVC', differs: false } }])
})

it('a report about a held file answers about the original name, even if the line left later with another one', async () => {
  const [maker, reviewer, second] = await createPeople()
  const lines = newPayments(2)
  const id = await createAnsweredRun(maker, lines, ['match', 'close_match'], 'HELD')
  await release(id, second)
  const iban = lines[1]?.iban ?? ''
  const { review } = await db().verification.findFirstOrThrow({ where: { iban }, include: { review: true } })
  const { id: reviewId = '', evidenceHash = '' } = review ?? {}
  const approval = { decision: 'approve' as const, reason: 'spelling_or_accent' as const, evidenceHash }
  await decideReview(reviewId, { ...approval, correctedName: 'Registered Holder' }, reviewer)
  await computeGates(id)
  await release(id, second)
  const batches = [
    { id: 'B-1-H1', lines: [{ code: 'RVMC', endToEndId: 'E-2', texts: ['Registered Holder'] }] },
  ]
  const receipt = await loadReport(makeReportBytes('HELD-H1', [], { batches }), maker)
  const { page } = await readReport(receipt.id, { size: 10, after: 0 }, maker.actor)
  expect(page.items).toMatchObject([{ number: 2, name: lines[1]?.name }])
})
