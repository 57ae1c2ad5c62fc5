import { afterAll, expect, it } from 'vitest'
import { signIn } from '@/lib/auth/sign-in.server'
import { db } from '@/lib/platform/db.server'
import { createPerson } from '@/lib/users/create.server'
import { takeLink } from '@/lib/users/links.server'
import { newPerson } from '@/lib/users/schema'

const PASSWORD = 'purple kettle sings'
afterAll(() => db().$disconnect())

it('the first admin is made from the command line: a link that works once, and no password before', async () => {
  const person = newPerson.parse({ email: ' Ada@Bank.example ', name: 'Ada  Admin', roles: ['admin'] })
  const { url, userId, email } = await createPerson(person)
  expect(email).toBe('ada@bank.example')
  expect((await signIn({ email, password: PASSWORD })).kind).toBe('wrong')
  const token = new URL(url).hash.slice(1)
  await takeLink({ token, name: 'Ada Admin', password: PASSWORD }, {})
  expect((await signIn({ email, password: PASSWORD })).kind).toBe('in')
  await expect(takeLink({ token, name: 'Ada', password: PASSWORD }, {})).rejects.toMatchObject({
    code: 'link_dead',
  })
  await expect(createPerson(person)).rejects.toMatchObject({ code: 'email_known' })
  const [first] = await db().auditEntry.findMany({ where: { objectId: userId }, orderBy: { seq: 'asc' } })
  expect([first?.action, first?.actorKind]).toEqual(['user.invited', 'system'])
})
