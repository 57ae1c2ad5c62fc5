import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { dropDatabase, ensureDatabase } from '../../../scripts/postgres/database.mjs'
import { APP_ROLE, startPostgres } from '../../../scripts/postgres/server.mjs'
import { prepareDatabase } from '../../../scripts/prepare/database.mjs'
import { startTimeOf } from '../../../scripts/processes/identity.mjs'

const NAME = 'accord_faults'
const PASSWORD = 'faults'

/** A PostgreSQL that may be killed. Committed data must be on disk, so it is not `disposable`. */
export class Database {
  /** for the owner of the tables; `appUrl` is for web and worker */
  readonly url: string
  readonly appUrl: string
  readonly #folder: string
  readonly #port: number
  #server: Awaited<ReturnType<typeof startPostgres>>

  private constructor(folder: string, server: Awaited<ReturnType<typeof startPostgres>>) {
    this.#folder = folder
    this.#server = server
    this.url = server.url(NAME)
    this.appUrl = server.url(NAME, APP_ROLE)
    this.#port = Number(new URL(this.url).port)
  }

  static async open(folder: string): Promise<Database> {
    return new Database(folder, await startPostgres({ dataDir: folder, password: PASSWORD, port: 54_529 }))
  }

  /** Creates an empty, migrated database. */
  async recreate(): Promise<void> {
    const server = this.#server.url('postgres')
    await dropDatabase(server, NAME)
    await ensureDatabase(server, NAME)
    await prepareDatabase({ owner: this.url, dashboard: this.appUrl }, ['dashboard'])
  }

  /** Crashes like `pg_ctl stop -m immediate` (SIGQUIT to the postmaster, nothing is flushed), and starts again. */
  async crash(): Promise<void> {
    const [pid] = readFileSync(path.join(this.#server.home, 'data/postmaster.pid'), 'utf8')
      .split('\n')
      .map(Number)
    process.kill(pid as number, 'SIGQUIT')
    while (startTimeOf(pid as number)) await sleep(50)
    this.#server = await startPostgres({ dataDir: this.#folder, password: PASSWORD, port: this.#port })
    if (this.#server.url(NAME) !== this.url) throw new Error('the database restarted on another port')
  }

  /** Runs a statement on its own connection, and retries while the database restarts. */
  async query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    for (let attempt = 0; ; attempt++) {
      const client = new Client({ connectionString: this.url })
      client.on('error', () => {})
      try {
        await client.connect()
        return (await client.query(text, values)).rows as Row[]
      } catch (error) {
        if (attempt >= 60 || !isUnavailable(error)) throw error
        await sleep(250)
      } finally {
        await client.end().catch(() => {})
      }
    }
  }

  stop = (): Promise<void> => this.#server.stop()
}

/** Whether the connection was refused or lost, as opposed to an error in the statement. */
const isUnavailable = (error: unknown): boolean =>
  /ECONN|terminat|57P0|EPIPE|timeout/i.test(
    `${(error as { code?: string }).code} ${(error as Error).message}`,
  )
