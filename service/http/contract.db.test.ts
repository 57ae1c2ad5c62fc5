import { describe, expect, it } from 'vitest'
import { withCheckDigits } from '@/lib/iban/checksum'
import { account, checkBody, runService, signIn, temporaryFile } from '../testing/service'

const SINGLE_HOLDER = account(1)
const JOINT_ACCOUNT = account(2)
const FRENCH = 'FR7630006000011234567890189'
const PRIVATE_BANK = withCheckDigits('DE', '990000050000000001')
const register = temporaryFile(
  'register.csv',
  `iban,name\n${SINGLE_HOLDER},Jean Dupont\n${JOINT_ACCOUNT},Anna Schmidt\n${JOINT_ACCOUNT},Peter Weber\n${FRENCH},Hélène Fontaine\n${PRIVATE_BANK},Jean Dupont\n`,
)
const { url } = await runService({ register })
const single = '/account-holder-verifications'
const sandbox = '/sandbox/account-holder-verifications'
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const client1 = await signIn(url, 'c1')
describe('the verification object (2.2) of a single check (4.2)', () => {
  const check = async (iban: string, name: string) => (await client1.post(single, checkBody(iban, name))).body

  it('has only id, status and match_result for a match', async () => {
    const answer = await client1.post(single, checkBody(SINGLE_HOLDER, 'Jean Dupont'))
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      id: expect.stringMatching(UUID),
      status: 'completed',
      match_result: 'match',
    })
  })
  it('has matched_name for a close match only', async () => {
    expect(await check(SINGLE_HOLDER, 'Jean Dupond')).toEqual({
      id: expect.any(String),
      status: 'completed',
      match_result: 'close_match',
      matched_name: 'Jean Dupont',
    })
    expect(Object.keys(await check(SINGLE_HOLDER, 'Wolfgang Achterberg'))).toEqual([
      'id',
      'status',
      'match_result',
    ])
  })
  it('has no matched_name where the institution withholds it', async () => {
    expect(Object.keys(await check(PRIVATE_BANK, 'Jean Dupond'))).toEqual(['id', 'status', 'match_result'])
  })
  it('accepts the name of any holder of a joint account', async () => {
    expect((await check(JOINT_ACCOUNT, 'Anna Schmidt')).match_result).toBe('match')
    expect((await check(JOINT_ACCOUNT, 'Peter Weber')).match_result).toBe('match')
  })
  it("gives the reason for an account that can't be verified", async () => {
    expect(await check(account(99), 'Jean Dupont')).toEqual({
      id: expect.any(String),
      status: 'completed',
      match_result: 'account_not_verifiable',
      status_reason: 'verification_not_possible',
    })
  })
  it.each([
    ['institution_out_of_scope', withCheckDigits('DE', '990000010000000001'), 'Jean Dupont'],
    ['institution_timeout', withCheckDigits('DE', '990000020000000001'), 'Jean Dupont'],
    ['verification_not_possible', withCheckDigits('DE', '990000060000000001'), 'Jean Dupont'],
    ['institution_out_of_scope', 'GE29NB0000000101904917', 'Jean Dupont'],
    ['unsupported_characters', SINGLE_HOLDER, 'Γεωργία Παπαδοπούλου'],
  ])('has status 200 and no match_result when it failed: %s', async (reason, iban, name) => {
    const answer = await client1.post(single, checkBody(iban, name))
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ id: expect.any(String), status: 'failed', status_reason: reason })
  })
  it('accepts an IBAN as people write it', async () => {
    expect((await check('de89 3704 0044 0532 0130 00', 'Jean Dupont')).status).toBe('completed')
  })
})

const client2 = await signIn(url, 'c2')
describe('enrichment (2.3)', () => {
  it('has BIC and bank of a French IBAN, also when read again (4.3)', async () => {
    const { body } = await client2.post(single, checkBody(FRENCH, 'Hélène Fontaine'))
    expect(body.enrichment).toEqual({
      status: 'completed',
      bic_code: { value: expect.stringMatching(/^[A-Z]{6}[A-Z0-9]{2}/), status: 'completed' },
      bank_name: { value: expect.any(String), status: 'completed' },
    })
    expect((await client2.get(`${single}/${body.id}`)).body).toEqual(body)
  })
  it('is unavailable for a bank code that is not in the directory', async () => {
    const { body } = await client2.post(
      single,
      checkBody(withCheckDigits('FR', '90004000010000000000000'), 'Jean Dupont'),
    )
    expect(body.enrichment).toEqual({
      status: 'completed',
      bic_code: { status: 'unavailable' },
      bank_name: { status: 'unavailable' },
    })
  })
  it('is absent for other countries, in the sandbox and in items of a bulk', async () => {
    expect(
      (await client2.post(single, checkBody(SINGLE_HOLDER, 'Jean Dupont'))).body.enrichment,
    ).toBeUndefined()
    expect((await client2.post(sandbox, checkBody(FRENCH, 'Jean Dupont'))).body.enrichment).toBeUndefined()
  })
})

const own = await signIn(url, 'c3')
const other = await signIn(url, 'c4')
describe('reading again by id (4.3)', () => {
  it('returns the same as the creation, also for a failed check and the sandbox', async () => {
    for (const [path, body] of [
      [single, checkBody(SINGLE_HOLDER, 'Jean Dupond')],
      [single, checkBody(withCheckDigits('DE', '990000020000000001'), 'Jean Dupont')],
      [sandbox, checkBody(SINGLE_HOLDER, 'Jean Dupont', { sandbox_result: 'failed' })],
    ] as const) {
      const created = (await own.post(path, body)).body
      expect((await own.get(`${single}/${created.id}`)).body).toEqual(created)
      expect((await own.get(`${single}/${created.id.toUpperCase()}`)).body).toEqual(created)
    }
  })
  it("finds no IDs of another client, unknown IDs or text that isn't an ID", async () => {
    const { id } = (await other.post(single, checkBody(SINGLE_HOLDER, 'Jean Dupont'))).body
    for (const unknown of [id, '00000000-0000-4000-8000-000000000000', 'abc', '%00', '%ff'])
      expect(await own.get(`${single}/${unknown}`)).toMatchObject({
        status: 404,
        body: { code: 'verification_not_found', message: expect.any(String) },
      })
  })
})

const client4 = await signIn(url, 'c5')
describe('the sandbox (3 and 4.7)', () => {
  it.each([
    [undefined, { status: 'completed', match_result: 'match' }],
    ['match', { status: 'completed', match_result: 'match' }],
    ['no_match', { status: 'completed', match_result: 'no_match' }],
    ['close_match', { status: 'completed', match_result: 'close_match', matched_name: expect.any(String) }],
    ['failed', { status: 'failed', match_result: null, status_reason: expect.any(String) }],
  ])('forces the outcome %s', async (sandbox_result, expected) => {
    const { status, body } = await client4.post(sandbox, checkBody(FRENCH, 'Jean Dupont', { sandbox_result }))
    expect(status).toBe(200)
    expect(body).toEqual({ id: expect.stringMatching(UUID), ...expected })
  })
  it('checks the format of the IBAN as production does', async () => {
    expect(
      (await client4.post(sandbox, checkBody('FR7630006000011234567890188', 'Jean Dupont'))).body.code,
    ).toBe('invalid_iban_checksum')
  })
})
