import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { account, checkBody, runService, signIn } from '../testing/service'

const first = await runService()
const second = await runService()
const database = new pg.Pool({ connectionString: process.env.DATABASE_URL })
afterAll(() => database.end())

const statusesOf = (answers: { status: number }[]) => ({
  passed: answers.filter(({ status }) => status !== 429).length,
  refused: answers.filter(({ status }) => status === 429).length,
})

it('exactly 60 checks a minute pass, requested at once from two processes', async () => {
  const clients = [await signIn(first.url, 'c1'), await signIn(second.url, 'c1')]
  const requests = Array.from({ length: 90 }, (_, n) =>
    (clients[n % 2] as (typeof clients)[0]).post(
      '/account-holder-verifications',
      checkBody(account(n), 'Jean Dupont'),
    ),
  )
  const answers = await Promise.all(requests)
  expect(statusesOf(answers)).toEqual({ passed: 60, refused: 30 })
  const refusal = answers.find(({ status }) => status === 429)
  expect(refusal?.body.code).toBe('rate_limit_exceeded')
  const wait = Number(refusal?.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(50)
  expect(wait).toBeLessThanOrEqual(60)
})

it('exactly 120 reads a minute pass, counted separately from checks and from other clients', async () => {
  const client = await signIn(first.url, 'c2')
  const path = '/account-holder-verifications/00000000-0000-4000-8000-000000000000'
  const answers = await Promise.all(Array.from({ length: 150 }, () => client.get(path)))
  expect(statusesOf(answers)).toEqual({ passed: 120, refused: 30 })
  expect((await client.post('/account-holder-verifications', {})).status).toBe(400)
  expect((await (await signIn(first.url, 'c3')).get(path)).status).toBe(404)
})

it('a slot is free again as soon as the request that took it is a full window old', async () => {
  const take = async () =>
    (await database.query("SELECT service.take_place('someone', 'test', 2, interval '300 ms') AS wait"))
      .rows[0].wait
  expect([await take(), await take()]).toEqual([0, 0])
  const wait = await take()
  expect(wait).toBeGreaterThan(0)
  await new Promise((resolve) => setTimeout(resolve, wait + 5))
  expect(await take()).toBe(0)
  expect(await take()).toBeGreaterThanOrEqual(0)
})

it('the sandbox has no rate limit', async () => {
  const client = await signIn(first.url, 'c4')
  const requests = Array.from({ length: 130 }, (_, n) =>
    client.post('/sandbox/account-holder-verifications', checkBody(account(n), 'Jean Dupont')),
  )
  expect(statusesOf(await Promise.all(requests))).toEqual({ passed: 130, refused: 0 })
})
