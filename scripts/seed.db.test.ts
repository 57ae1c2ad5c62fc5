import { expect, it } from 'vitest'
import { insertPerson } from '@/lib/auth/testing/people'
import { runScript } from './testing/command'

const seed = () => runScript(['--import', './scripts/register.mjs', 'prisma/seed.ts'], { DEMO: '0' })

it('the start of an office without people says how to create the first admin', async () => {
  const create = 'create the first admin: npm run user -- create --email … --name … --role admin\n'
  expect(await seed()).toEqual({ code: 0, output: create })
  await insertPerson('admin')
  expect(await seed()).toEqual({ code: 0, output: '' })
})
