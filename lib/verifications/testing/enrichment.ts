import { db } from '@/lib/platform/db.server'
import { queue } from '@/lib/platform/queue/queue.server'
import { pollPendingEnrichment, readBanks, requeueBanks } from '@/lib/verifications/refresh/enrich.server'

const NAME = 'enrichment.read'

/** Runs a minute of the worker's enrichment jobs. @returns how many rows were requested */
export async function fillEnrichment(): Promise<number> {
  const boss = await queue()
  await requeueBanks()
  let asked = 0
  for (const job of await boss.fetch<{ uploadId: string }>(NAME, { batchSize: 10 })) {
    asked += await readBanks(job.data.uploadId)
    await boss.complete(NAME, job)
  }
  return asked + (await pollPendingEnrichment())
}

export const forgetJobs = () => db().$executeRaw`delete from pgboss.job where name = ${NAME}`
