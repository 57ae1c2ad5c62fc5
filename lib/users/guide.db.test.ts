import { describe, expect, it } from 'vitest'
import { record } from '@/lib/audit/record.server'
import type { Role } from '@/lib/auth/roles'
import { insertPerson } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { db } from '@/lib/platform/db.server'
import { type OWN_STEPS, SHOWN_BY, STEPS, type Step } from '@/lib/users/guide'
import { dismissGuide, readGuide } from '@/lib/users/guide.server'

async function person(roles: Role[]) {
  const { id } = await insertPerson(...roles)
  const take = (step: (typeof OWN_STEPS)[number]) =>
    db().$transaction((tx) => record({ by: { kind: 'user', id }, action: SHOWN_BY[step][0] ?? '' }, tx))
  return { id, roles, take }
}
const open = (steps: Step[]) => steps.map((step) => ({ step, done: false }))

describe('the first steps', () => {
  it('of an admin are done when the office has a connection and a second person, whoever made them', async () => {
    const admin = await person(['admin'])
    expect(await readGuide(admin)).toEqual(open(['connect', 'invite']))
    await person(['reviewer'])
    expect((await readGuide(admin))?.map(({ done }) => done)).toEqual([false, true])
    await insertConnection()
    expect(await readGuide(admin)).toBeNull()
    // nothing was dismissed for them
    expect(await readGuide({ ...admin, roles: ['analyst'] })).toEqual(open(['check', 'file', 'evidence']))
  })

  it('are looked up without reading all that the person did', async () => {
    const { id } = await person(['analyst'])
    const plan = await db().$transaction(async (tx) => {
      await tx.$executeRaw`set local enable_seqscan = off`
      return tx.$queryRaw`
        explain select seq from audit_entries where actor_id = ${id}::uuid and action in ('evidence.exported')`
    })
    expect(JSON.stringify(plan)).toContain('audit_entries_actor_id_action_idx')
  })

  it('are those that a person’s roles can take', async () => {
    expect(await readGuide(await person(['analyst']))).toEqual(open(['check', 'file', 'evidence']))
    expect(await readGuide(await person(['reviewer']))).toEqual(open(['decide', 'evidence']))
    const all = await readGuide(await person(['analyst', 'reviewer', 'admin']))
    expect(all?.map(({ step }) => step)).toEqual(STEPS)
  })

  it('are ticked by the person’s own actions, not a colleague’s', async () => {
    const [ada, ben] = [await person(['analyst']), await person(['analyst'])]
    await ada.take('check')
    expect((await readGuide(ada))?.map(({ done }) => done)).toEqual([true, false, false])
    expect(await readGuide(ben)).toEqual(open(['check', 'file', 'evidence']))
  })

  it('disappear when all are done, and stay away', async () => {
    const ada = await person(['reviewer'])
    await ada.take('decide')
    await ada.take('evidence')
    expect(await readGuide(ada)).toBeNull()
    expect(await readGuide({ ...ada, roles: ['analyst', 'reviewer'] })).toBeNull()
  })

  it('disappear when the person dismisses them, for nobody else', async () => {
    const [ada, ben] = [await person(['analyst']), await person(['analyst'])]
    await dismissGuide(ada.id)
    await dismissGuide(ada.id)
    expect(await readGuide(ada)).toBeNull()
    expect(await readGuide(ben)).not.toBeNull()
  })
})
