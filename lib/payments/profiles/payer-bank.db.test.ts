import { expect, it } from 'vitest'
import { insertPerson } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { presetOf } from '@/lib/payments/profiles/presets'
import { createProfile, deleteProfile } from '@/lib/payments/profiles/profiles.server'
import { readPaymentRun } from '@/lib/payments/runs.server'
import { createTestRun, DEBTOR, numberLines, paymentTo } from '@/lib/payments/testing/run'
import type { FilePayment } from '@/lib/tables/payments/line'
import { nameCapOf } from '@/lib/uploads/corrections/name-cap.server'

const GERMAN = presetOf('DE', (text) => text)
const FRENCH = 'FR7630006000011234567890189'
const NOBODY = { debtorIban: null, debtorBic: null, debtorName: null }

await insertConnection()
const [analyst, admin] = [await insertPerson(), await insertPerson('admin')]
const settings = { ...GERMAN, channelWithVop: 'CTV', nameCap: 27 }
await createProfile({ bic: 'BYLADEM1', name: 'DKB', settings }, admin.auditActor)

let holder = 1
/** The advice and the longest name of a run that pays from these debtors. */
async function said(...debtors: Partial<FilePayment>[]) {
  const id = await createTestRun(
    analyst,
    numberLines(...debtors.map((debtor) => paymentTo(holder++, debtor))),
  )
  const { advice, nameCap } = await readPaymentRun(id, analyst.actor)
  return { bank: advice?.bank ?? null, nameCap }
}

it.each<[string, Partial<FilePayment>]>([
  ['the BIC of its branch', { debtorBic: 'BYLADEM1001', debtorIban: null }],
  ['a BIC in small letters', { debtorBic: 'byladem1', debtorIban: null }],
  ['only the IBAN', { debtorBic: null }],
  ['NOTPROVIDED in place of a BIC', { debtorBic: 'NOTPROVIDED' }],
  ['a text that is no BIC', { debtorBic: '12030000' }],
])('the profile of the payer’s bank applies to a file that names the bank by %s', async (_, debtor) => {
  expect(await said(debtor)).toEqual({ bank: 'DKB', nameCap: 27 })
})

it('the BIC in a file takes precedence over the one of the IBAN', async () => {
  expect(await said({ debtorBic: 'COBADEFFXXX', debtorIban: DEBTOR })).toEqual({ bank: null, nameCap: 70 })
})

it('no profile applies where the file doesn’t name the payer’s bank, as in a table', async () => {
  expect(await said(NOBODY)).toEqual({ bank: null, nameCap: 70 })
  expect(await said({ debtorBic: 'NOTPROVIDED', debtorIban: null })).toEqual({ bank: null, nameCap: 70 })
})

it('where a file pays from several banks, the shortest name applies, and no advice', async () => {
  const several = [{ debtorBic: null }, { debtorBic: null, debtorIban: FRENCH }]
  expect(await said(...several)).toEqual({ bank: null, nameCap: 27 })
})

it('a bank without a profile gets the general name limit, and so does a file whose schema has it', async () => {
  const settings = { ...GERMAN, nameCap: 140 }
  const { id } = await createProfile({ bic: 'COBADEFF', name: 'Commerzbank', settings }, admin.auditActor)
  const [long, unknown] = ['COBADEFFXXX', 'HYVEDEMMXXX'].map((debtorBic) => ({ debtorBic }))
  expect(await said(long ?? {})).toEqual({ bank: 'Commerzbank', nameCap: 140 })
  expect(await said(long ?? {}, unknown ?? {})).toEqual({ bank: null, nameCap: 70 })
  const file = { version: 'pain.001.003.03' }
  const german = await createTestRun(analyst, numberLines(paymentTo(holder++, long)), { file })
  expect(await readPaymentRun(german, analyst.actor)).toMatchObject({ nameCap: 70 })
  expect(await nameCapOf(german)).toEqual({ characters: 70, fromProfile: false })
  await deleteProfile(id, admin.auditActor)
})

it('a run has the advice of the profile, and none once the profile is deleted', async () => {
  const commerzbank = { bic: 'COBADEFF', name: 'Commerzbank', settings: GERMAN }
  const profile = await createProfile(commerzbank, admin.auditActor)
  const id = await createTestRun(analyst, numberLines(paymentTo(holder++, { debtorBic: 'COBADEFFXXX' })))
  const { channelWithVop, channelWithoutVop, byDefault, advice } = GERMAN
  expect((await readPaymentRun(id, analyst.actor)).advice).toEqual({
    ...{ bank: 'Commerzbank', channelWithVop, channelWithoutVop, byDefault, ...advice },
  })
  await deleteProfile(profile.id, admin.auditActor)
  expect((await readPaymentRun(id, analyst.actor)).advice).toBeNull()
})
