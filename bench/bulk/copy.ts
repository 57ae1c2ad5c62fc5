// COPY, the fastest way into PostgreSQL: the baseline for storing an upload.
import { Client, type Connection, type Submittable } from 'pg'

/** The size of one message in bytes. */
const CHUNK_SIZE = 1 << 16

/** `COPY … FROM STDIN` of prepared text, so that only the transport and the database are measured. */
function copyIn(sql: string, text: Buffer): { submittable: Submittable; done: Promise<void> } {
  let finish: (error?: Error) => void = () => {}
  const done = new Promise<void>((resolve, reject) => {
    finish = (error) => (error ? reject(error) : resolve())
  })
  type CopyConnection = Connection & { sendCopyFromChunk(chunk: Buffer): void; endCopyFrom(): void }
  const submittable = {
    submit: (connection: Connection) => connection.query(sql),
    handleCopyInResponse(connection: CopyConnection) {
      for (let from = 0; from < text.length; from += CHUNK_SIZE)
        connection.sendCopyFromChunk(text.subarray(from, from + CHUNK_SIZE))
      connection.endCopyFrom()
    },
    handleCommandComplete() {},
    handleReadyForQuery: () => finish(),
    handleError: (error: Error) => finish(error),
  }
  return { submittable: submittable as unknown as Submittable, done }
}

/** Reads the text of a table, as COPY writes it. */
function copyOut(sql: string): { submittable: Submittable; done: Promise<Buffer> } {
  const pieces: Buffer[] = []
  let finish: (error?: Error) => void = () => {}
  const done = new Promise<Buffer>((resolve, reject) => {
    finish = (error) => (error ? reject(error) : resolve(Buffer.concat(pieces)))
  })
  const submittable = {
    submit: (connection: Connection) => connection.query(sql),
    handleCopyData: ({ chunk }: { chunk: Buffer }) => pieces.push(Buffer.from(chunk)),
    handleCommandComplete() {},
    handleReadyForQuery: () => finish(),
    handleError: (error: Error) => finish(error),
  }
  return { submittable: submittable as unknown as Submittable, done }
}

const TABLES = ['verifications', 'upload_rows']

/**
 * Copies every row of the tables of an upload into empty tables with the same columns, indexes and checks, in one
 * transaction.
 * @returns milliseconds
 */
export async function measureCopy(url: string): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const run = async <T>({ submittable, done }: { submittable: Submittable; done: Promise<T> }) => {
    client.query(submittable)
    return done
  }
  try {
    const texts: Buffer[] = []
    for (const table of TABLES) {
      texts.push(await run(copyOut(`copy ${table} to stdout`)))
      await client.query(`create table bench_${table} (like ${table} including all)`)
    }
    const started = performance.now()
    await client.query('begin')
    for (const [n, table] of TABLES.entries())
      await run(copyIn(`copy bench_${table} from stdin`, texts[n] as Buffer))
    await client.query('commit')
    return performance.now() - started
  } finally {
    for (const table of TABLES) await client.query(`drop table if exists bench_${table}`)
    await client.end()
  }
}
