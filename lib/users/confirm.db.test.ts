import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Actor } from '@/lib/auth/roles'
import { signInWithPassword } from '@/lib/auth/sign-in.server'
import { hashCheaply } from '@/lib/auth/testing/password'
import { db } from '@/lib/platform/db.server'
import { confirmIdentity as confirm } from '@/lib/users/account.server'

const PASSWORD = 'a long and honest sentence'

it('re-authentication is not slowed by failed sign-ins of others, only by failures of the same session', async () => {
  const passwordHash = await hashCheaply(PASSWORD)
  const email = 'ada@accord.test'
  const { id } = await db().user.create({ data: { email, name: 'Ada', passwordHash, roles: ['admin'] } })
  const actor: Actor = { id, email, name: 'Ada', roles: ['admin'], sessionId: randomUUID() }
  const confirmIdentity = (who: Actor, password: string) =>
    confirm({ password }, { actor: who, auditActor: { kind: 'user', id } })
  const later = () => db().$executeRaw`update sign_in_failures set at = at + interval '30 seconds'`
  const fiveMore = () => db().$executeRaw`
    insert into sign_in_failures (id, account, guesser, settled)
    select gen_random_uuid(), account, guesser, true from sign_in_failures, generate_series(1, 5)`
  await signInWithPassword({ email, password: 'a wrong guess' })
  await fiveMore()
  await later()
  await db().$executeRaw`
    insert into sign_in_failures (id, account, settled)
    select gen_random_uuid(), decode(md5(n::text), 'hex'), true from generate_series(1, 400) n`
  expect((await signInWithPassword({ email, password: PASSWORD })).kind).toBe('locked')
  await confirmIdentity(actor, PASSWORD)
  await db().$executeRaw`delete from sign_in_failures`
  await expect(confirmIdentity(actor, 'a wrong guess')).rejects.toMatchObject({ status: 403 })
  const wrong = { action: 'session.not_confirmed', actorId: id }
  expect(await db().auditEntry.findMany({ where: wrong, select: { details: true } })).toEqual([
    { details: { step: 'password' } },
  ])
  await fiveMore()
  await later()
  await expect(confirmIdentity(actor, PASSWORD)).rejects.toMatchObject({ status: 429, code: 'locked' })
  await confirmIdentity({ ...actor, sessionId: randomUUID() }, PASSWORD)
})
