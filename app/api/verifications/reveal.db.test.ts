import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { GET as rawAnswer } from '@/app/api/verifications/[id]/answer/route'
import { POST as reveal } from '@/app/api/verifications/[id]/reveal/route'
import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { db } from '@/lib/platform/db.server'
import { REVEALS_AN_HOUR } from '@/lib/verifications/record/reveal'
import { callRoute } from '@/lib/verifications/testing/fixtures'

const IBAN = 'FR7630006000011234567890189'
const GONE = { iban: '', name: '', nameSearch: '', matchedName: null, note: null }
let admin: Person
let id: string

beforeEach(async () => {
  admin = await insertPerson('admin')
  id = randomUUID()
  const analyst = await insertPerson()
  await db().verification.create({
    data: {
      ...{ id, environment: 'live', source: 'single', iban: IBAN, country: 'FR', requestedById: analyst.id },
      ...{ name: 'Marie Curie', nameSearch: 'marie curie', status: 'completed', matchResult: 'close_match' },
      ...{ matchedName: 'Maria Curie', note: 'ask Marie' },
    },
  })
})

const ask = (as: Person, reason = 'the supplier is on the phone', on = id) =>
  callRoute(reveal, 'POST', '/api/verifications/x/reveal', { as, body: { reason }, params: { id: on } })
const entries = () => db().auditEntry.findMany({ where: { action: 'verification.revealed', objectId: id } })

describe('revealing a check', () => {
  it('shows an admin the values of that check and records who, what and why', async () => {
    const answer = await ask(admin)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(answer.body).toEqual({
      ...{ iban: IBAN, name: 'Marie Curie', matchedName: 'Maria Curie', note: 'ask Marie', comparison: null },
      ...{ statusReason: null, unrecognised: null },
    })
    expect(await entries()).toMatchObject([
      { actorId: admin.id, objectId: id, details: { reason: 'the supplier is on the phone' } },
    ])
  })

  it('removes names and IBANs in the reason before it reaches the audit log', async () => {
    for (const sign of [' ', '\u00a0', '\u202f', '.', '–', '\t']) {
      await ask(
        admin,
        `curie called about ${['FR76', '3000', '6000', '0112', '3456', '7890', '189'].join(sign)}`,
      )
    }
    expect(await entries()).toHaveLength(6)
    expect(JSON.stringify((await entries()).map(({ details }) => details))).not.toMatch(/curie|3000|0189/i)
  })

  it('is refused without a reason and to people who see the check unmasked, and neither is recorded', async () => {
    expect((await ask(admin, ' a ')).status).toBe(422)
    expect((await ask(admin, 'what no text of the database holds: \0')).body.code).toBe('text_characters')
    expect((await ask(await insertPerson('admin', 'reviewer'))).body.code).toBe('not_masked')
    expect((await ask(await insertPerson('reviewer'))).body.code).toBe('role_required')
    expect((await ask(admin, 'no such check', randomUUID())).status).toBe(404)
    expect(await entries()).toEqual([])
  })

  it('reports when retention has deleted the values', async () => {
    await db().verification.update({ where: { id }, data: { ...GONE, purgedAt: new Date() } })
    expect((await ask(admin)).body.code).toBe('verification_purged')
  })

  it('stops at the hourly limit, even if all requests are sent at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: REVEALS_AN_HOUR + 5 }, () => ask(admin)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(REVEALS_AN_HOUR)
    const refused = answers.filter(({ body }) => body.code === 'too_many_reveals')
    expect(refused).toHaveLength(5)
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(3_000)
    expect(await entries()).toHaveLength(REVEALS_AN_HOUR)
    expect((await ask(await insertPerson('admin'))).status).toBe(200)
  })
})

it('the response as received is shown neither to people who see masked values nor to other analysts', async () => {
  for (const as of [admin, await insertPerson()])
    expect((await callRoute(rawAnswer, 'GET', '/api/verifications/x', { as, params: { id } })).status).toBe(
      404,
    )
})
