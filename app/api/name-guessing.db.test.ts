import { describe, expect, it, vi } from 'vitest'
import type { Role } from '@/lib/auth/roles'
import { insertPerson } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { type Scope, scopesFor } from '@/lib/keys/scopes'
import { createKeyHeader } from '@/lib/keys/testing/key'
import { db } from '@/lib/platform/db.server'
import { allowRedaction } from '@/lib/retention/strip.server'
import { ibanOf } from '@/lib/uploads/testing/body'
import { PLAIN_CHECK } from '@/lib/verifications/testing/fixtures'
import { startProvider } from '@/service/testing/start-provider'
import {
  type Caller,
  OTHER_ROUTES,
  RATE_LIMITED_ROUTES,
  REVEALING_ROUTES,
  type RequestCheck,
  type Route,
  routes,
  send,
} from './testing/revealing-routes'

vi.mock('next/headers', () => ({ cookies: async () => new Map(), headers: async () => new Headers() }))

/**
 * Two accounts that differ in one thing: the first question was checked on one of them by somebody else, and never on
 * the other. A caller who may not open that check gets the same responses about both, however often they ask.
 */
const GUESSES = process.env.LONG ? 200 : 1
const TIMEOUT = process.env.LONG ? 600_000 : 30_000

/** A response without ids, times, growing numbers and the question itself. */
const bare = (text: string, ...asked: string[]) =>
  asked
    .reduce((rest, each) => rest.replaceAll(each, 'ASKED'), text)
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
    .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?Z?)?/g, 'TIME')
    .replaceAll(/"(version|position)":\d+/g, '"$1":0')

let accounts = 70_000

const provider = await startProvider()
await insertConnection(provider.baseUrl)
const owner = await insertPerson()

/** An account on which somebody else checked four names today, the first of them with a match. */
async function account(first: string): Promise<string> {
  const iban = ibanOf(++accounts)
  const names = [first, 'Another Holder', 'A Third Holder', 'A Fourth Holder']
  await db().verification.createMany({
    data: names.map((name, n) => ({
      ...{
        ...PLAIN_CHECK,
        iban,
        name,
        nameSearch: name.toLowerCase(),
        country: 'DE',
        requestedById: owner.id,
      },
      ...{ status: 'completed' as const, matchResult: n === 0 ? ('match' as const) : ('no_match' as const) },
      ...{ createdAt: new Date(Date.now() - n * 60_000), answeredAt: new Date(Date.now() - n * 60_000) },
    })),
  })
  return iban
}

/** Callers who may not open other people’s checks, or not under the name that they ask about. */
const ASKERS: { who: string; roles: Role[]; scopes?: Scope[] }[] = [
  { who: 'an analyst', roles: ['analyst'] },
  { who: 'an admin who sees masked', roles: ['admin'] },
  ...scopesFor(['analyst']).map((scope) => ({
    ...{ who: `a key of an analyst for ${scope}`, roles: ['analyst' as const], scopes: [scope] },
  })),
  {
    who: 'a key of a reviewer that writes and does not read',
    ...{ roles: ['analyst', 'reviewer'], scopes: ['checks:write', 'uploads:write', 'usage:read'] },
  },
]
async function askerOf({ roles, scopes }: (typeof ASKERS)[number]): Promise<Caller> {
  const person = await insertPerson(...roles)
  return scopes ? createKeyHeader(person.id, scopes) : person
}

/** Whether the guard of the route lets this caller in; others are refused before their question is read. */
function reaches({ roles, scopes }: (typeof ASKERS)[number], way: string): boolean {
  const { spec } = routes.get(way.replace(/ \(.*/, '')) as Route
  const scope = spec.byKey?.scope
  if (scopes && !(scope && (scope === 'any' || scopes.includes(scope)))) return false
  return !spec.roles || spec.roles.length === 0 || spec.roles.some((role) => roles.includes(role))
}

async function hearsOf(asker: Caller, iban: string, ask: RequestCheck, guesses: number): Promise<string[]> {
  const said: string[] = []
  for (let n = 0; n < guesses; n++) {
    // the rate limit of a key has its own test
    if (n > 0) await db().apiKey.updateMany({ data: { pacedUntil: new Date(0) } })
    said.push(bare(await ask(asker, iban, `Holder Guess ${n}`), `Guess ${n}`, iban))
  }
  return said
}

describe('guessing names on an IBAN that others checked', () => {
  it('has no route that is missing from this list', () => {
    const named = new Set([
      ...Object.keys(REVEALING_ROUTES).map((name) => name.replace(/ \(.*/, '')),
      ...RATE_LIMITED_ROUTES,
      ...OTHER_ROUTES,
    ])
    const taking = [...routes.values()]
      .filter(({ spec: { body, query, maxBytes } }) => body ?? query ?? maxBytes)
      .map(({ name }) => name)
    expect(taking.filter((name) => !named.has(name))).toEqual([])
    expect([...named].filter((name) => !taking.includes(name))).toEqual([])
  })

  // the short form asks each route as one of those whom it lets in, in rotation
  const cases = Object.entries(REVEALING_ROUTES).flatMap(([way, ask], index) => {
    const askers = ASKERS.filter((asker) => reaches(asker, way))
    const turn = index % askers.length
    const asking = process.env.LONG ? askers : askers.slice(turn, turn + 1)
    return asking.map((asker) => ({ who: asker.who, asker, way, ask }))
  })
  it.each(cases)(
    'gets the same responses for both accounts: $who by $way',
    { timeout: TIMEOUT },
    async ({ asker, way, ask }) => {
      const [right, wrong] = [await account('Holder Guess 0'), await account('Holder Nobody')]
      const [one, two] = [await askerOf(asker), await askerOf(asker)]
      // a file takes five requests
      const guesses = Math.ceil(GUESSES / (way.includes('/uploads') ? 10 : 1))
      expect(await hearsOf(one, right, ask, guesses)).toEqual(await hearsOf(two, wrong, ask, guesses))
    },
  )
})

/** An erasure that a restore left without its subject, which no test uses. */
const namelessErasure = () =>
  db().$transaction(async (tx) => {
    await allowRedaction(tx)
    const [one, two] = [await insertPerson('admin'), await insertPerson('reviewer')]
    const by = { requestedById: one.actor.id, confirmedById: two.actor.id, confirmedAt: new Date() }
    const data = { kind: 'name', digest: new Uint8Array(32), reason: 'a letter', ...by }
    return (await tx.erasure.create({ data })).id
  })

describe('an admin who sees masked data', () => {
  it.each(RATE_LIMITED_ROUTES)('can use %s at most thirty times an hour', async (name) => {
    const admin = await insertPerson('admin')
    const body = (n: number) => {
      const subject = { kind: 'name', value: `Holder Guess ${n}` }
      return name.endsWith('holds')
        ? { on: 'subject', subject, reason: 'a test' }
        : name.endsWith('erasures')
          ? { subject, reason: 'a test' }
          : { subject }
    }
    const codes: number[] = []
    const id = name.includes('{id}') ? await namelessErasure() : undefined
    for (let n = 0; n < 31; n++) codes.push((await send(name, admin, { json: body(n), id })).status)
    expect(new Set(codes.slice(0, 30)).size).toBe(1)
    expect(codes[30]).toBe(429)
  })
})
