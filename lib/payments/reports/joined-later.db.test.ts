import '@/lib/platform/testing/settings'
import { beforeAll, expect, it } from 'vitest'
import { readReportedAnswers } from '@/lib/payments/lines/bank.server'
import { joinKeptReport } from '@/lib/payments/reports/join.server'
import { loadReport, REPORTED_IBAN, reportAbout, reportedRun } from '@/lib/payments/reports/testing/fixtures'
import { ownDatabase } from '@/lib/platform/testing/database'
import { person, type Seat } from '@/lib/reviews/testing/fixtures'

ownDatabase()

let maker: Seat
beforeAll(async () => {
  maker = await person('analyst')
})

const shown = async (runId: string) => (await readReportedAnswers(runId, [1])).get(1)?.code

it('a report that is joined later counts as the newer one, even if it was received earlier', async () => {
  const { id, messageId } = await reportedRun(maker)
  const kept = await loadReport(
    reportAbout('NOWHERE', [{ code: 'RVNM', endToEndId: 'E1', iban: REPORTED_IBAN }]),
    maker,
  )
  await loadReport(reportAbout(messageId, [{ code: 'RCVC', endToEndId: 'E1' }]), maker)
  expect(await shown(id)).toBe('RCVC')
  expect(await joinKeptReport(kept.id, id, maker)).toMatchObject({ number: 2, joined: 1 })
  expect(await shown(id)).toBe('RVNM')
})

it('an ordinary status report leaves the answers about names in sight', async () => {
  const { id, messageId } = await reportedRun(maker)
  await loadReport(reportAbout(messageId, [{ code: 'RCVC', endToEndId: 'E1' }]), maker)
  await loadReport(reportAbout(messageId, [{ code: 'ACSC', endToEndId: 'E1' }]), maker)
  expect(await shown(id)).toBe('RCVC')
})
