import { expect, it } from 'vitest'
import { insertPerson } from '@/lib/auth/testing/people'
import { db } from '@/lib/platform/db.server'
import { ownDatabase, queryAsOwner } from '@/lib/platform/testing/database'
import { actsWaiting } from '@/lib/platform/testing/locks'
import { createRetentionOffice, eraseSubject, subjectOf } from '@/lib/retention/testing/runs'
import { decideReview } from '@/lib/reviews/decision/decide.server'
import { reopenReview } from '@/lib/reviews/decision/undo.server'
import { policySetting } from '@/lib/reviews/load.server'
import { createRule, deleteRule } from '@/lib/reviews/rules/change.server'
import { ruleInput } from '@/lib/reviews/rules/rules'
import { createReview } from '@/lib/reviews/testing/fixtures'
import { keptRows, linesOf, requestOf } from '@/lib/uploads/testing/body'
import { storeCompared } from '@/lib/uploads/testing/office'
import { setActive } from '@/lib/users/change.server'

// ask for rows by ID through the index, as in a large table
await queryAsOwner(
  `alter database ${new URL(ownDatabase().ownerUrl).pathname.slice(1)} set enable_seqscan = off`,
)
const office = await createRetentionOffice()
const { admin, reviewer } = office

it('a name is erased from two uploads while their sender is deactivated, without a deadlock', async () => {
  const sender = await insertPerson()
  const ids = [
    await storeCompared(requestOf(linesOf(keptRows(2, 750_000))), sender),
    await storeCompared(requestOf(linesOf(keptRows(2, 750_010))), sender),
  ]
  const [lower, higher] = ids.sort()
  await db().upload.update({ where: { id: higher }, data: { fileName: 'Rent of Simon Sent.csv' } })
  await db().upload.update({ where: { id: lower }, data: { title: 'Rent of Simon Sent' } })
  const outcomes = await actsWaiting(
    (tx) => tx.$executeRaw`select from uploads where id = ${higher}::uuid for update`,
    [() => eraseSubject(office, subjectOf('name', 'Simon Sent')), () => setActive(sender.id, false, admin)],
  )
  expect(outcomes).toEqual(['done', 'done'])
  expect(await db().upload.count({ where: { id: { in: ids }, state: 'paused' } })).toBe(2)
})

it('a name is erased from two decisions while their review is reopened, without a deadlock', async () => {
  await policySetting.save('two')
  const [second, third] = [await insertPerson('reviewer'), await insertPerson('reviewer')]
  const { id, evidenceHash } = await createReview(office.analyst)
  const note = 'Dora Decided said so'
  const decision = { decision: 'approve', reason: 'other', evidenceHash, note } as const
  await decideReview(id, decision, reviewer)
  await decideReview(id, decision, second)
  const [lower, higher] = await db().decision.findMany({ where: { reviewId: id }, orderBy: { id: 'asc' } })
  // written last to first: a scan of the table meets them in this order
  for (const each of [higher, lower])
    await db().$executeRaw`update decisions set undone_at = null where id = ${each?.id}::uuid`
  const outcomes = await actsWaiting(
    (tx) => tx.$executeRaw`select from decisions where id = ${higher?.id}::uuid for update`,
    [
      () => eraseSubject(office, subjectOf('name', 'Dora Decided')),
      () => reopenReview(id, 'look again', third),
    ],
  )
  expect(outcomes).toEqual(['done', 'done'])
  const decisions = await db().decision.findMany({ where: { reviewId: id } })
  expect(decisions.filter(({ undoneAt }) => undoneAt !== null)).toHaveLength(2)
  expect(decisions.some(({ note }) => note?.includes('Dora'))).toBe(false)
})

it('a name is erased from two review rules while one of them is deleted, without a deadlock', async () => {
  for (const name of ['Rent of Ruth Ruled', 'Rent of Ruth Ruled, too'])
    await createRule(ruleInput.parse({ name, outcome: 'repeat' }), admin.auditActor)
  const [first, second] = await db().$queryRaw<{ id: string }[]>`select id from review_rules order by ctid`
  const outcomes = await actsWaiting(
    (tx) => tx.$executeRaw`select from review_rules where id = ${first?.id}::uuid for update`,
    [
      () => eraseSubject(office, subjectOf('name', 'Ruth Ruled')),
      () => deleteRule(second?.id ?? '', admin.auditActor),
    ],
  )
  expect(outcomes).toEqual(['done', 'done'])
  expect(await db().reviewRule.count({ where: { name: { contains: 'Ruth' } } })).toBe(0)
})
