import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { freePort } from '../../../scripts/processes/ports.mjs'
import * as programs from '../../../scripts/processes/programs.mjs'
import { waitForWeb } from '../../../scripts/processes/ready.mjs'
import { ProviderFaults } from '../provider/faults'
import { CLIENT, HostileProvider } from '../provider/provider'
import { createRandom } from '../random'
import type { Timeline } from '../timeline'
import type { Database } from './database'
import { PASSWORD, PEOPLE } from './person'
import { Processes } from './processes'

/** A lost request becomes unknown after this long, instead of 70 s in production. */
const SEND_DEADLINE_SECONDS = 8
export const BULK_SIZE = 20

/** The processes of the product, their database, and the provider. */
export type Office = {
  address: string
  database: Database
  provider: HostileProvider
  processes: Processes
  logs: string
  close(): Promise<void>
}

const key = (byte: number) => Buffer.alloc(32, byte).toString('base64')

/** The settings of every process, and of this one, which verifies audit entries and decrypts responses. */
function settingsOf(
  database: Database,
  provider: HostileProvider,
  { address, data }: { address: string; data: string },
): Record<string, string> {
  return {
    DATABASE_URL: database.appUrl,
    NEXTAUTH_URL: address,
    NEXTAUTH_SECRET: 'only-for-the-fault-tests-only-32',
    ENCRYPTION_KEYS: `v1:${key(3)}`,
    AUDIT_KEY: key(4),
    VERIFICATION_BASE_URL: provider.url,
    VERIFICATION_CLIENT_ID: CLIENT.id,
    VERIFICATION_CLIENT_SECRET: CLIENT.secret,
    BOOT_ID: 'faults',
    DEMO: '0',
    TIME_ZONE: 'UTC',
    DATA_DIR: data,
    LOG_LEVEL: 'info',
    SEND_DEADLINE_SECONDS: String(SEND_DEADLINE_SECONDS),
  }
}

/** Starts a new installation: an empty database, web, two workers, people and a provider. */
export async function openOffice(
  database: Database,
  {
    folder,
    buildDir,
    seed,
    timeline,
  }: { folder: string; buildDir: string; seed: number; timeline: Timeline },
): Promise<Office> {
  // data of an earlier run belongs to an earlier database
  const [logs, data] = ['logs', 'data'].map((name) => path.join(folder, name)) as [string, string]
  for (const own of [logs, data]) {
    rmSync(own, { recursive: true, force: true })
    mkdirSync(own, { recursive: true })
  }
  const ledger = path.join(folder, 'ledger.jsonl')
  rmSync(ledger, { force: true })
  await database.recreate()
  const provider = await new HostileProvider(ledger, new ProviderFaults(createRandom(seed + 1))).start()
  const port = (await freePort()) as number
  const address = `http://127.0.0.1:${port}`
  const env = settingsOf(database, provider, { address, data })
  Object.assign(process.env, env)
  const processes = new Processes(logs, (what) => timeline.note(what))
  const close = async () => {
    await processes.close()
    await provider.stop()
  }
  try {
    await seedOffice()
    processes.start(programs.web({ host: '127.0.0.1', port, buildDir }, env))
    for (const number of [1, 2]) processes.start(programs.worker(number, env))
    await waitForWeb(address, 'faults')
  } catch (error) {
    await close()
    throw error
  }
  return { address, database, provider, processes, logs, close }
}

/** Creates the connection to the provider, with small bulks, and a bulk rate that does not slow a short run. */
async function seedOffice(): Promise<void> {
  // imported here, because these modules read the settings when they are first used
  const { seedConnection } = await import('@/lib/connections/active.server')
  const { hashCheaply } = await import('@/lib/auth/testing/password')
  const { db } = await import('@/lib/platform/db.server')
  const { BUDGETS, budgetsSetting } = await import('@/lib/upstream/budget.server')
  await seedConnection()
  await db().connection.updateMany({ data: { bulkSize: BULK_SIZE } })
  await budgetsSetting.save({ ...BUDGETS, bulk: 6_000 })
  const passwordHash = await hashCheaply(PASSWORD)
  await db().user.createMany({
    data: Object.values(PEOPLE).map(({ roles, ...person }) => ({
      ...person,
      roles: [...roles],
      passwordHash,
    })),
  })
  await db().$disconnect()
}
