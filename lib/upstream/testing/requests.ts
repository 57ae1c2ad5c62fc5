import { randomUUID } from 'node:crypto'
import { encrypt } from '@/lib/platform/crypto.server'
import { db } from '@/lib/platform/db.server'
import { takeSlot } from '@/lib/upstream/budget.server'
import type { UpstreamConnection } from '@/lib/upstream/connection'
import { type RequestHandler, send } from '@/service/testing/provider'

/** Creates the only active connection, to this provider. */
export async function insertUpstream({ baseUrl }: { baseUrl: string }): Promise<UpstreamConnection> {
  const id = randomUUID()
  const secretCipher = encrypt('secret', `connections|secret_cipher|${id}`)
  const columns = { name: 'Production', clientId: 'client', secretCipher, secretLast4: '' }
  await db().connection.updateMany({ data: { active: false } })
  const { secretSetAt } = await db().connection.create({ data: { id, baseUrl, ...columns } })
  return { id, baseUrl, clientId: 'client', secret: () => 'secret', secretSetAt, bulkSize: 2_000 }
}

/** A time limit for sending that a busy machine keeps. */
export const sendInTime = (): number => performance.now() + 30_000

/** Takes the slot of a paid request. @returns its call */
export async function takeCall({ id }: UpstreamConnection): Promise<bigint> {
  const slot = await takeSlot(id, 'single_post')
  if (!slot.granted) throw new Error('no slot is free')
  return slot.call
}

export const answerWith =
  (status: number, body: unknown = { code: 'x', message: 'x' }, headers = {}): RequestHandler =>
  (_hit, response) =>
    send(response, status, body, headers)
