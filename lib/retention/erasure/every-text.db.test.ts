import { expect, it } from 'vitest'
import { insertConnection } from '@/lib/connections/testing/connection'
import { db } from '@/lib/platform/db.server'
import { queryAsOwner } from '@/lib/platform/testing/database'
import { dumpDatabase, findValues } from '@/lib/retention/testing/dump'
import { papers, payees } from '@/lib/retention/testing/everything'
import { plantName } from '@/lib/retention/testing/plant'
import {
  ageData,
  createRetentionOffice,
  eraseSubject,
  runNextNight,
  subjectOf,
} from '@/lib/retention/testing/runs'
import { startProvider } from '@/service/testing/start-provider'

const office = await createRetentionOffice()
const provider = await startProvider()
await insertConnection(provider.baseUrl)
await papers(office)
await payees(office)

/** The places of a text in the database, such as `public.uploads`, with their row. */
const placesOf = async (text: string) =>
  (await dumpDatabase()).split('\n').filter((line) => findValues(line, [text]).length > 0)

/** What an office writes about itself has no period. */
const WITHOUT_PERIOD =
  /\.(?:credit_entries|saved_views|api_keys|connections|bank_profiles|review_rules|legal_holds|erasures) /

it('a nightly run deletes every text about an old payee', async () => {
  expect(await plantName('Nina Planted', 'all')).toEqual([])
  await ageData(430)
  await runNextNight()
  const left = (await placesOf('Nina')).filter((place) => place.startsWith('public.'))
  expect(left.filter((place) => !WITHOUT_PERIOD.test(place))).toEqual([])
  await queryAsOwner('truncate uploads, verifications, payment_reports cascade')
  await payees(office)
})

it('an erasure reaches every text of the database, whoever it is about', async () => {
  expect(await plantName('Petra Planted', 'texts')).toEqual([])
  await eraseSubject(office, subjectOf('name', 'Petra Planted'))
  expect(await placesOf('Petra')).toEqual([])
  expect(await db().erasure.count({ where: { appliedAt: { not: null } } })).toBe(1)
})

it('an erasure reaches every name of the database', async () => {
  expect(await plantName('Paul Planted', 'names')).toEqual([])
  await eraseSubject(office, subjectOf('name', 'Paul Planted'))
  expect(await placesOf('Paul')).toEqual([])
})
