import { randomBytes, randomUUID } from 'node:crypto'
import type { RequestedBy, Role } from '@/lib/auth/roles'
import { secretColumns } from '@/lib/connections/active.server'
import { db } from '@/lib/platform/db.server'
import { queue } from '@/lib/platform/queue/queue.server'
import { compareUpload } from '@/lib/uploads/comparison/compare.server'
import { receiveUpload } from '@/lib/uploads/intake/receive.server'
import { startPolls } from '@/lib/uploads/polling/poll.server'
import { sendBulk } from '@/lib/uploads/sending/send.server'

export type Person = RequestedBy

/** Creates a person with a session in the database. */
export async function insertPerson(roles: Role[] = ['analyst']): Promise<Person> {
  const id = randomUUID()
  const name = `Person ${id.slice(0, 4)}`
  const user = { id, email: `${id}@accord.test`, name, passwordHash: '-', roles }
  await db().user.create({ data: user })
  const sessionId = randomUUID()
  await db().session.create({ data: { id: sessionId, userId: id, sidHash: randomBytes(32) } })
  const actor = { id, sessionId, name, email: user.email, roles, timeZone: null }
  return { actor, auditActor: { kind: 'user', id, roles } }
}

export const closeQueue = async () => (await queue()).stop({ graceful: false })

/** Creates the only connection, to this provider. */
export async function insertConnection(baseUrl: string, bulkSize = 2_000): Promise<string> {
  await db().connection.updateMany({ where: { active: true }, data: { active: false } })
  const id = randomUUID()
  const keys = { clientId: 'accord', ...secretColumns(id, 'a secret of the tests') }
  await db().connection.create({ data: { id, name: 'Test', baseUrl, bulkSize, ...keys } })
  return id
}

/** Stores an upload and compares it with its file, so that it may be sent. @returns its ID */
export async function storeCompared(request: Request, by: Person): Promise<string> {
  const { id } = await receiveUpload(request, by)
  await compareUpload(id)
  return id
}

/** Polls the bulks that are due, as a worker does. @returns how many there were */
export const pollDueBulks = async (): Promise<number> =>
  (await Promise.all(await startPolls('test', 8))).length

/**
 * Runs the jobs of a worker without delays: compares with the file, sends what may be sent, polls what was accepted.
 */
export async function runWorker(uploadId: string, turns = 50): Promise<void> {
  await compareUpload(uploadId)
  for (let round = 0; round < turns; round++) {
    const next = await db().bulk.findFirst({
      where: { uploadId, state: 'waiting' },
      orderBy: { number: 'asc' },
    })
    const sent = next ? await sendBulk(next.id) : 'nothing'
    await db().bulk.updateMany({
      where: { uploadId, state: { in: ['accepted', 'processing'] } },
      data: { nextPollAt: new Date(0) },
    })
    const polled = await pollDueBulks()
    if (sent === 'nothing' && polled === 0) return
  }
}
