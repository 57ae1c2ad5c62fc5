import { expect, it } from 'vitest'
import { signInWithPassword } from '@/lib/auth/sign-in.server'
import { db } from '@/lib/platform/db.server'
import { createPasswordLink, createPerson } from '@/lib/users/create.server'
import { readLink, redeemLink } from '@/lib/users/links.server'
import { listUsers } from '@/lib/users/queries.server'
import { newPerson } from '@/lib/users/schema'

const PASSWORD = 'purple kettle sings'

it('the first admin is created from the command line, with a single-use link and no password before', async () => {
  const person = newPerson.parse({ email: ' Ada@Bank.example ', name: 'Ada  Admin', roles: ['admin'] })
  const { url, userId, email } = await createPerson(person)
  expect(email).toBe('ada@bank.example')
  expect((await signInWithPassword({ email, password: PASSWORD })).kind).toBe('wrong')
  const token = new URL(url).hash.slice(1)
  expect(await readLink(token)).toEqual({ name: 'Ada Admin', email })
  await redeemLink({ token, name: 'Ada Admin', password: PASSWORD }, {})
  expect((await signInWithPassword({ email, password: PASSWORD })).kind).toBe('in')
  await expect(redeemLink({ token, name: 'Ada', password: PASSWORD }, {})).rejects.toMatchObject({
    code: 'link_dead',
  })
  await expect(createPerson(person)).rejects.toMatchObject({ code: 'email_known' })
  const [first] = await db().auditEntry.findMany({ where: { objectId: userId }, orderBy: { seq: 'asc' } })
  expect([first?.action, first?.actorKind]).toEqual(['user.invited', 'system'])
})

it('password guessing stops after a hundred failures in a row: then only a link for a new password helps', async () => {
  const [email, next] = ['bob@bank.example', 'seven lamps in the fog']
  const opened = await createPerson(newPerson.parse({ email, name: 'Bob', roles: ['admin'] }))
  await redeemLink({ token: new URL(opened.url).hash.slice(1), name: 'Bob', password: PASSWORD }, {})
  const failed = (failedSignIns: number) => db().user.update({ where: { email }, data: { failedSignIns } })
  const kind = async (password: string) => (await signInWithPassword({ email, password })).kind
  const blocked = async () => (await listUsers()).items.find((one) => one.email === email)?.blocked

  await failed(98)
  expect([await kind('a wrong guess'), await blocked(), await kind(PASSWORD)]).toEqual(['wrong', false, 'in'])
  expect((await db().user.findUniqueOrThrow({ where: { email } })).failedSignIns).toBe(0)

  await failed(99)
  expect([await kind('a wrong guess'), await blocked(), await kind(PASSWORD)]).toEqual([
    'wrong',
    true,
    'wrong',
  ])
  const { url } = await createPasswordLink(email)
  await redeemLink({ token: new URL(url).hash.slice(1), name: 'Bob', password: next }, {})
  expect([await kind(next), await blocked()]).toEqual(['in', false])
  await expect(createPasswordLink('nobody@bank.example')).rejects.toMatchObject({ code: 'email_unknown' })
})
