import { expect, it } from 'vitest'
import { clientOf } from './database.mjs'
import { reasonAgainst } from './suitable.mjs'

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
