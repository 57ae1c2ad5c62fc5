import { beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '@/lib/auth/roles'
import { insertPerson } from '@/lib/auth/testing/people'
import { historyChoices } from '@/lib/history/choices.server'
import { historyInput } from '@/lib/history/search'
import { searchVerifications } from '@/lib/history/search.server'
import { db } from '@/lib/platform/db.server'

const people = {
  analyst: (await insertPerson()).actor,
  reviewer: (await insertPerson('reviewer')).actor,
  admin: (await insertPerson('admin')).actor,
}
const as = (role: Role) => people[role]

const row = (name: string, more: object) => ({
  environment: 'live' as const,
  source: 'single' as const,
  name,
  nameSearch: name.toLowerCase(),
  iban: 'DE89370400440532013000',
  country: 'DE',
  requestedById: as('analyst').id,
  ...more,
})

await db().verification.createMany({
  data: [
    row('Elodie', {
      bankCode: '37040044',
      bankName: 'Cobank',
      createdAt: new Date('2026-03-29T00:30:00Z'),
    }),
    row('Jean', {
      id: 'abcd1234-0000-4000-8000-000000000001',
      iban: 'FR7611999002070451738296053',
      country: 'FR',
      bankCode: '11999',
      bankName: 'Banque',
      reference: '6053',
      purpose: 'bank_details_change',
      upstreamId: 'c0ffee00-0000-4000-8000-00000000abcd',
      status: 'failed',
      statusReason: 'institution_timeout',
      createdAt: new Date('2026-03-30T21:30:00Z'),
    }),
    row('Other', { requestedById: as('reviewer').id, status: 'completed', matchResult: 'match' }),
  ],
})

const names = async (body: object, role: Role = 'reviewer') => {
  const { items } = await searchVerifications(historyInput.parse(body), as(role))
  return items.map((item) => item.name).sort()
}
const filtered = (filters: object) => names({ filters })

describe('the filters of the history', () => {
  it('match by country, bank, person, reason and review', async () => {
    expect(await filtered({ country: ['FR'] })).toEqual(['Jean'])
    expect(await filtered({ bank: ['FR11999', 'DE37040044'] })).toEqual(['Elodie', 'Jean'])
    expect(await filtered({ bank: ['DE11999'] })).toEqual([])
    expect(await filtered({ person: [as('reviewer').id] })).toEqual(['Other'])
    expect(await filtered({ reason: ['institution_timeout'] })).toEqual(['Jean'])
    expect(await filtered({ review: ['todo'] })).toEqual([])
    expect(await filtered({ purpose: ['bank_details_change', 'other'] })).toEqual(['Jean'])
    expect(await filtered({ purpose: ['new_payee'] })).toEqual([])
    expect(await filtered({ outcome: ['failed'], country: ['DE'] })).toEqual([])
  })

  it('match whole days', async () => {
    expect(await filtered({ from: '2026-03-29', to: '2026-03-29' })).toEqual(['Elodie'])
    expect(await filtered({ from: '2026-03-29', to: '2026-03-30' })).toEqual(['Elodie', 'Jean'])
    expect(await filtered({ to: '2026-03-28' })).toEqual([])
  })

  it('offer an analyst only values of their own checks, and others those of all', async () => {
    const all = await historyChoices('live', as('reviewer'))
    expect(all.countries).toEqual(['DE', 'FR'])
    expect(all.banks).toEqual([
      { code: 'FR11999', name: 'Banque' },
      { code: 'DE37040044', name: 'Cobank' },
    ])
    expect(all.people.map(({ name }) => name)).toEqual(['analyst', 'reviewer'])
    expect((await historyChoices('live', as('analyst'))).people).toEqual([])
    expect((await historyChoices('sandbox', as('reviewer'))).countries).toEqual([])
  })
})

describe('the search', () => {
  it.each([
    'FR76 1199 9002',
    'fr7611999002070451738296053',
    '6053',
    '38 296 053',
    'abcd1234',
    'abcd1234-0000-4',
    'C0FFEE00-0000-4000-8000-00000000ABCD',
    'JEAN',
    'change of bank details',
    'Changement de coordonnées bancaires',
  ])('finds a check by %s', async (text) => expect(await names({ text })).toEqual(['Jean']))

  it('finds nothing by name or IBAN for masked roles, only by reference and ID', async () => {
    expect(await names({ text: 'Jean' }, 'admin')).toEqual([])
    expect(await names({ text: 'FR7611999002' }, 'admin')).toEqual([])
    expect(await names({ text: '6053' }, 'admin')).toEqual([null])
    expect(await names({ text: 'abcd1234' }, 'admin')).toEqual([null])
  })
})

describe('a search by reference', () => {
  beforeAll(async () => {
    const [first] = await db().verification.findMany({ where: { name: 'Elodie' } })
    const counts = { fileRows: 2, total: 2, notSent: 0, countWaiting: 2 }
    const { id: uploadId } = await db().upload.create({
      data: { fileName: 'may.csv', fileHash: '0', reading: {}, createdById: as('analyst').id, ...counts },
    })
    const verificationId = first?.id ?? ''
    await db().uploadRow.createMany({
      data: ['INV-7', 'Rücklage 8'].map((reference, at) => ({
        uploadId,
        number: at + 1,
        verificationId,
        reference,
      })),
    })
  })

  it('finds a check that several rows of a file share by the reference of any of them', async () => {
    expect(await names({ text: 'INV-7' })).toEqual(['Elodie'])
    expect(await names({ text: 'Rücklage 8' })).toEqual(['Elodie'])
    expect(await names({ text: 'Rücklage 8'.normalize('NFD') })).toEqual(['Elodie'])
    expect(await names({ text: 'INV-7', filters: { country: ['FR'] } })).toEqual([])
    expect(await names({ text: 'INV-7', filters: { mine: true } }, 'reviewer')).toEqual([])
  })
})

describe('a search by text', () => {
  beforeAll(async () => {
    // several at one time, so that only their IDs differ; the newest thousand decide what counts as common
    await db().$executeRaw`
      insert into verifications (id, environment, source, name, name_search, iban, country, requested_by_id, created_at)
      select gen_random_uuid(), 'sandbox', 'single', 'Crowd',
             case when n <= 3100 then 'crowd' else 'throng 7' end
               || case when n <= 70 then ' handful' when n <= 200 then ' evening' else '' end,
             'DE1', 'DE', ${as('analyst').id}::uuid, now() - make_interval(secs => n / 3)
        from generate_series(1, 6200) n`
  })

  it.each([
    ['handful', 70, 40, { total: 70, totalIsEstimate: false }],
    ['evening', 130, 100, { total: 130, totalIsEstimate: false }],
    ['fu', 70, 40, { total: 70, totalIsEstimate: false }],
    ['th', 3_100, 100, { total: 3_001, totalIsEstimate: true }],
    ['crowd', 3_100, 100, { total: 3_001, totalIsEstimate: true }],
    ['throng', 3_100, 100, { total: 3_001, totalIsEstimate: true }],
    ['throng 7', 3_100, 100, { total: 3_001, totalIsEstimate: true }],
  ])('of %s pages through every match once, newest first', async (text, hits, size, told) => {
    const found: { id: string; createdAt: string }[] = []
    let after: string | undefined
    do {
      const ask = historyInput.parse({ environment: 'sandbox', text, size, after })
      const { items, nextCursor, ...counted } = await searchVerifications(ask, as('reviewer'))
      expect(counted).toEqual(told)
      found.push(...items)
      after = nextCursor ?? undefined
    } while (after)
    expect(new Set(found.map(({ id }) => id)).size).toBe(hits)
    expect(found).toHaveLength(hits)
    const moments = found.map(({ createdAt }) => createdAt)
    expect(moments).toEqual([...moments].sort().reverse())
  })
})
