import type pg from 'pg'
import { expect, it } from 'vitest'
import { clientOf } from './database.mjs'
import { reasonAgainst, requireOwnSession } from './suitable.mjs'

const FIT = { version: 150_000, release: '15.0', encoding: 'UTF8', schema: 'public', user: 'accord' }

it.each([
  [{ version: 140_013, release: '14.13' }, 'PostgreSQL 14.13, and Accord needs 15'],
  [
    { encoding: 'SQL_ASCII' },
    "SQL_ASCII, which can't store every name. Create it with TEMPLATE template0 ENCODING 'UTF8'",
  ],
  [{ schema: 'accord' }, 'ALTER ROLE "accord" SET search_path = public'],
  [{ schema: null }, 'ALTER ROLE "accord" SET search_path = public'],
])('a database with %j is refused with what to do', (other, said) => {
  expect(reasonAgainst(FIT)).toBe(undefined)
  expect(reasonAgainst({ ...FIT, ...other })).toContain(said)
})

it.each([
  'host=db dbname=accord',
  '"postgresql://accord:a@db/accord"',
  'mysql://accord:a@db/accord',
  'postgresql://accord:ab/cd=@database:5432/accord',
  'postgresql://accord:ab#cd@database:5432/accord',
])('%s is refused by the names of the settings, without its password', (url) => {
  expect(() => clientOf(url)).toThrow(/^DATABASE_URL and DATABASE_OWNER_URL must be like .*\/ as %2F/)
})

it.each([
  ['postgresql://accord:ab%2Fcd@database:5432/accord', 'accord', 'ab/cd', 'database'],
  ['postgresql://accord@/accord?host=/var/run/postgresql', 'accord', null, '/var/run/postgresql'],
  ['postgres://accord:a@[::1]:5432/accord', 'accord', 'a', '::1'],
])('%s is understood as the programs do', (url, user, password, host) => {
  expect(clientOf(url)).toMatchObject({ user, host })
  expect(clientOf(url).password).toBe(password)
})

/** Opens sessions as a server does, or a pooler with these backends. */
const opening =
  (...backends: number[]) =>
  async <T>(_url: string, work: (client: pg.Client) => Promise<T>) => {
    const id = backends.shift()
    return work({ query: async () => ({ rows: [{ id }] }) } as unknown as pg.Client)
  }

it('a pooler that gives the session of a client to another one is refused with what to set', async () => {
  await expect(requireOwnSession('', opening(11, 12))).resolves.toBe(undefined)
  await expect(requireOwnSession('', opening(11, 11))).rejects.toThrow('pool_mode = session. See "Connection')
})

it('a pooler that refuses the limits of a session is named, another error is passed on', async () => {
  const refused = (message: string) => requireOwnSession('', () => Promise.reject(new Error(message)))
  await expect(refused('unsupported startup parameter: lock_timeout')).rejects.toThrow(
    'refuses a limit (unsupported startup parameter: lock_timeout). See "Connection poolers" in docs/operate.md.',
  )
  await expect(refused('timeout expired')).rejects.toThrow(/^timeout expired$/)
})
