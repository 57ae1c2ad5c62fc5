import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { insertPerson } from '@/lib/auth/testing/people'
import { secretColumns } from '@/lib/connections/active.server'
import { db, type Prisma } from '@/lib/platform/db.server'
import { queue } from '@/lib/platform/queue/queue.server'
import { pollPendingEnrichment, readBanks, requeueBanks } from '@/lib/verifications/refresh/enrich.server'
import { LIVE, Provider, type RequestHandler, send } from '@/service/testing/provider'

const QUEUE = 'enrichment.read'

/** Runs the worker's enrichment jobs of one minute. @returns how many rows were requested */
export async function runEnrichmentJobs(): Promise<number> {
  const boss = await queue()
  await requeueBanks()
  let requested = 0
  for (const job of await boss.fetch<{ uploadId: string }>(QUEUE, { batchSize: 10 })) {
    requested += await readBanks(job.data.uploadId)
    await boss.complete(QUEUE, job)
  }
  return requested + (await pollPendingEnrichment())
}

export const COMPLETED_ENRICHMENT = {
  status: 'completed',
  bic_code: { value: 'BNPAFRPP', status: 'completed' },
  bank_name: { value: 'BNP Paribas', status: 'completed' },
}

/** The provider's answer to a read of a row. */
export const answerWith =
  (more: object = { enrichment: COMPLETED_ENRICHMENT }): RequestHandler =>
  (hit, response) =>
    send(response, 200, {
      id: hit.path.split('/').at(-1),
      status: 'completed',
      match_result: 'match',
      ...more,
    })

export const refuseWith =
  (status: number): RequestHandler =>
  (_hit, response) =>
    send(response, status, { code: 'not_found', message: 'x' })

/** Gives each test of a file a connection of its own with one accepted batch. */
export function setUpEnrichment() {
  const office = { connectionId: '', requestedById: '', bulkId: '', provider: null as unknown as Provider }

  beforeAll(async () => {
    office.provider = await new Provider().start()
    office.requestedById = (await insertPerson()).id
  })
  afterAll(() => office.provider.stop())
  beforeEach(async () => {
    office.provider.reset()
    await db().$executeRaw`delete from pgboss.job where name = ${QUEUE}`
    await db().attempt.deleteMany()
    await db().verification.deleteMany()
    await db().setting.deleteMany()
    await db().connection.updateMany({ data: { active: false } })
    office.connectionId = randomUUID()
    const keys = { clientId: 'accord', ...secretColumns(office.connectionId, 'a secret of the tests') }
    await db().connection.create({
      data: { id: office.connectionId, name: 'Test', baseUrl: office.provider.baseUrl, ...keys },
    })
    office.bulkId = await createSentBulk()
  })

  /** A batch sent with this test's connection, unless overridden. */
  async function createSentBulk(attempt: object = {}): Promise<string> {
    const { connectionId, requestedById: createdById } = office
    const comparison = { before: true, edited: 0 }
    const counts = { fileRows: 0, total: 0, notSent: 0 }
    const { id: uploadId } = await db().upload.create({
      data: { fileName: 'a.csv', fileHash: 'x', comparison, reading: {}, ...counts, createdById },
    })
    const { id } = await db().bulk.create({ data: { uploadId, number: 1, size: 1, state: 'completed' } })
    await db().attempt.create({
      data: { bulkId: id, connectionId, state: 'accepted', owner: 'worker', ...attempt },
    })
    return id
  }

  /** French matches, a millisecond apart, of this test's batch unless overridden. @returns the provider's IDs of them */
  async function createRows(
    count: number,
    more: Partial<Prisma.VerificationCreateManyInput> = {},
  ): Promise<string[]> {
    const { connectionId, requestedById, bulkId } = office
    const ids = Array.from({ length: count }, () => randomUUID())
    const data = ids.map((id, n) => ({
      id,
      environment: 'live' as const,
      source: 'bulk' as const,
      iban: 'FR7630006000011234567890189',
      name: 'Marie Curie',
      nameSearch: 'marie curie',
      country: 'FR',
      status: 'completed' as const,
      matchResult: 'match' as const,
      upstreamId: id,
      connectionId,
      requestedById,
      ...(more.source === 'single' ? {} : { bulkId }),
      answeredAt: new Date(Date.now() - 60_000 + n),
      ...more,
    }))
    await db().verification.createMany({ data })
    return ids
  }

  const handleNext = (...acts: RequestHandler[]) => office.provider.next(LIVE, ...acts)
  const countReads = () => office.provider.count(LIVE)
  const readStoredReads = async () =>
    (await db().connection.findUniqueOrThrow({ where: { id: office.connectionId } })).enrichmentReads
  return { office, createSentBulk, createRows, handleNext, countReads, readStoredReads }
}
