import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { account, CLIENTS, checkBody, runService, signIn } from '../testing/service'
import { grantCredits } from './clients'

const { url } = await runService()
const database = new pg.Pool({ connectionString: process.env.DATABASE_URL })
afterAll(() => database.end())

/** The balance, after checking that the ledger agrees. */
async function balanceOf(id: string): Promise<number> {
  const { rows } = await database.query(
    `SELECT c.balance::integer, (SELECT coalesce(sum(change), 0)::integer FROM service.ledger WHERE client_id = c.id) AS sum
     FROM service.clients c WHERE c.id = $1`,
    [id],
  )
  expect(rows[0].balance).toBe(rows[0].sum)
  return rows[0].balance
}

const single = '/account-holder-verifications'
const bulk = `${single}/bulk`
const good = (n: number) => checkBody(account(n), 'Jean Dupont')

describe('credits (1.4)', () => {
  it('are debited once for each check, whatever its answer, and not for a refused one', async () => {
    const client = await signIn(url, 'c1')
    await client.post(single, good(1))
    await client.post(single, checkBody('GE29NB0000000101904917', 'Jean Dupont'))
    await client.post(single, checkBody('nonsense', 'Jean Dupont'))
    expect(await balanceOf('c1')).toBe(99_998)
  })
  it('are not debited for rejected items, the sandbox and a refused bulk', async () => {
    const client = await signIn(url, 'c2')
    await client.post(bulk, { verifications: [good(1), checkBody('nonsense', 'Jean Dupont'), good(2)] })
    await client.post(bulk, { verifications: [good(1), {}] })
    await client.post('/sandbox/account-holder-verifications', good(1))
    expect(await balanceOf('c2')).toBe(99_998)
  })
  it("that don't cover a request refuse it with 403, without a debit", async () => {
    const client = await signIn(url, 'poor')
    const refused = await client.post(bulk, { verifications: [1, 2, 3, 4].map(good) })
    expect(refused).toMatchObject({ status: 403, body: { code: 'insufficient_credits' } })
    expect(await balanceOf('poor')).toBe(3)
  })
  it('are never overdrawn by concurrent requests', async () => {
    const client = await signIn(url, 'poor')
    const requests = Array.from({ length: 20 }, (_, n) =>
      n % 4 === 0 ? client.post(bulk, { verifications: [good(n), good(n)] }) : client.post(single, good(n)),
    )
    const answers = await Promise.all(requests)
    const spent = answers.reduce(
      (sum, { status }, n) => sum + (status === 200 ? (n % 4 === 0 ? 2 : 1) : 0),
      0,
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 403]))
    expect(spent).toBe(3)
    expect(await balanceOf('poor')).toBe(0)
  })
  it('are granted once, however often the service starts, and later only what was added', async () => {
    const before = await balanceOf('c9')
    await Promise.all([grantCredits(database, CLIENTS), grantCredits(database, CLIENTS)])
    expect(await balanceOf('c9')).toBe(before)
    await grantCredits(database, [{ id: 'c9', secret: 'secret of c9', credits: 100_500 }])
    expect(await balanceOf('c9')).toBe(before + 500)
  })
})
