import { describe, expect, it } from 'vitest'
import { insertPerson } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { computeGates } from '@/lib/payments/gate/compute.server'
import { DEFAULT_PAYMENT_POLICY } from '@/lib/payments/gate/gate'
import { changePaymentPolicy } from '@/lib/payments/policy/change.server'
import {
  createTestRun,
  DEBTOR,
  numberLines,
  paymentTo,
  storeAnswers,
  storeRelease,
} from '@/lib/payments/testing/run'
import { db } from '@/lib/platform/db.server'
import { exportCoverage, readCoverage } from './coverage.server'

const OTHER = 'DE75512108001245126199'
const monthOf = (at: Date) => at.toISOString().slice(0, 7)

await insertConnection()
const [analyst, reviewer, admin] = [
  await insertPerson(),
  await insertPerson('reviewer'),
  await insertPerson('admin'),
]
const change = { ...DEFAULT_PAYMENT_POLICY, letUncheckedPass: true, before: DEFAULT_PAYMENT_POLICY }
await changePaymentPolicy(change, admin)
const cheque = paymentTo(2, { account: 'cheque', iban: null, amount: '50.05' })
const lines = numberLines(
  paymentTo(1, { amount: '100.10' }),
  cheque,
  paymentTo(3),
  paymentTo(4, { debtorIban: OTHER }),
)
const id = await createTestRun(analyst, lines)
await storeAnswers(id, { 1: 'match', 3: 'no_match', 4: 'match' })
await computeGates(id)
await storeRelease(id, reviewer.actor.id, [1, 2])
await storeRelease(id, reviewer.actor.id, [4], { releasedAt: new Date(Date.now() - 70 * 86_400_000) })

describe('coverage', () => {
  it('has the share of released lines and sums that was checked, and the reasons of all other lines', async () => {
    const { total } = await readCoverage(12, reviewer.actor)
    expect(total.released).toEqual({ lines: 3, sums: { EUR: '250.15' } })
    expect(total.checked).toEqual({ lines: 2, sums: { EUR: '200.10' } })
    expect(total.reasons.map(({ reason, lines }) => [reason, lines])).toEqual([
      ['cheque', 1],
      ['decision_open', 1],
    ])
  })

  it('counts a released line in the month of its release and at its debtor account', async () => {
    const { months, accounts } = await readCoverage(12, reviewer.actor)
    expect(months.map(({ month, released, checked }) => [month, released.lines, checked.lines])).toEqual([
      [monthOf(new Date()), 2, 1],
      [monthOf(new Date(Date.now() - 70 * 86_400_000)), 1, 1],
    ])
    expect(accounts.map(({ debtorIban, released }) => [debtorIban, released.lines])).toEqual([
      [DEBTOR, 2],
      [OTHER, 1],
    ])
    expect((await readCoverage(1, reviewer.actor)).total.released.lines).toBe(2)
  })

  it('masks the accounts for an admin without another role, on the page and in the CSV file', async () => {
    const { accounts } = await readCoverage(12, admin.actor)
    expect(JSON.stringify(accounts)).not.toContain(DEBTOR)
    const text = (await Array.fromAsync(await exportCoverage(12, admin))).join('')
    expect(text).not.toContain(DEBTOR)
    expect(text).toMatch(/;released;unchecked;cheque;EUR;1;50\.05/)
    const entry = await db().auditEntry.findFirstOrThrow({ where: { action: 'payment.coverage_exported' } })
    expect(entry.details).toEqual({ months: 12, rows: 4 })
  })
})
