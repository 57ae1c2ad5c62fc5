import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { insertPerson } from '@/lib/auth/testing/people'
import { db } from '@/lib/platform/db.server'
import { readItem } from '@/lib/verifications/answer'
import { recordAnswers } from '@/lib/verifications/answers.server'

describe('2,000 results at once', () => {
  it('are stored, with reviews for the unclear ones, and storing them again changes nothing', async () => {
    const { id: requestedById } = await insertPerson()
    const ids = Array.from({ length: 2_000 }, () => randomUUID())
    const plain = {
      environment: 'live',
      source: 'bulk',
      iban: 'FR7630006000011234567890189',
      country: 'FR',
    } as const
    const row = { ...plain, name: 'Jean Dupond', nameSearch: 'jean dupond', requestedById }
    await db().verification.createMany({ data: ids.map((id) => ({ id, ...row })) })
    const items = ids.map((verificationId, i) => ({
      verificationId,
      answer: readItem(
        i % 4 === 0
          ? { status: 'completed', match_result: 'close_match', matched_name: 'Jean Dupont' }
          : i % 4 === 1
            ? { status: 'rejected', status_reason: 'invalid_iban_format' }
            : { id: randomUUID(), status: 'completed', match_result: 'match' },
      ),
    }))
    const changed = await db().$transaction((tx) => recordAnswers(tx, items), { timeout: 30_000 })
    expect(changed.filter((item) => item.outcome === 'close_match')).toHaveLength(500)
    expect(await db().review.count({ where: { requestedById } })).toBe(500)
    expect(await db().$transaction((tx) => recordAnswers(tx, items))).toEqual([])
  })
})
