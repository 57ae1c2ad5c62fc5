import 'server-only'
import { randomUUID } from 'node:crypto'
import { decrypt, encrypt, readableSecret } from '@/lib/platform/crypto.server'
import { type Db, db, lockOf, PREPARED, type Prisma, type Tx, takeLocks } from '@/lib/platform/db.server'
import { env } from '@/lib/platform/env.server'
import { isLoopback } from '@/lib/platform/loopback.mjs'
import { notFound } from '@/lib/platform/refusal'
import type { UpstreamConnection } from '@/lib/upstream/connection'

/** The columns that requests need. */
const connectionColumns = {
  id: true,
  baseUrl: true,
  clientId: true,
  secretCipher: true,
  secretSetAt: true,
  bulkSize: true,
  addressTyped: true,
} as const
type ConnectionRow = Prisma.ConnectionGetPayload<{ select: typeof connectionColumns }>

const secretPlace = (id: string) => `connections|secret_cipher|${id}` as const
/** The associated data with which the secret before the last rotation is encrypted. */
export const previousSecretPlace = (id: string) => `connections|previous_secret_cipher|${id}` as const

const toConnection = (row: ConnectionRow): UpstreamConnection => ({
  id: row.id,
  baseUrl: row.baseUrl,
  clientId: row.clientId,
  bulkSize: row.bulkSize,
  guarded: row.addressTyped,
  secretSetAt: row.secretSetAt,
  secret: () => decrypt(row.secretCipher, secretPlace(row.id)).toString('utf8'),
})

/** The connection for all new requests, live and sandbox; null when none is configured. */
export async function activeConnection(): Promise<UpstreamConnection | null> {
  const row = await db().connection.findFirst({ where: { active: true }, select: connectionColumns })
  return row ? toConnection(row) : null
}

/** A connection by ID, active or not: results are read with the connection that sent the request. */
export async function connectionById(id: string, on: Db = db()): Promise<UpstreamConnection | null> {
  const row = await on.connection.findUnique({ where: { id }, select: connectionColumns })
  return row ? toConnection(row) : null
}

/**
 * Whether new requests may go out by a connection: no other one was made active meanwhile. From now on, a change waits
 * for this transaction.
 */
export const isActive = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.$executeRaw`${PREPARED} select from connections where id = ${id}::uuid and active for share`) ===
  1

/** Serialises changes of the active connection, and its deletion. */
export const lockActiveConnection = (tx: Tx): Promise<void> => takeLocks(tx, [lockOf('active connection')])

/**
 * Makes a connection the only active one. Batches that wait to be tried again are due at once.
 * @returns false when it is the active one already
 * @throws Refusal 404
 */
export async function makeActive(tx: Tx, id: string): Promise<boolean> {
  await lockActiveConnection(tx)
  const connection = await tx.connection.findUnique({ where: { id }, select: { active: true } })
  if (!connection) throw notFound()
  if (connection.active) return false
  await tx.connection.updateMany({ where: { active: true }, data: { active: false } })
  await tx.connection.update({ where: { id }, data: { active: true } })
  // what the other one refused; a row that is locked is being sent or delayed right now
  await tx.$executeRaw`
    update bulks set next_poll_at = now() where id in (
      select id from bulks where state = 'waiting' and next_poll_at > now() for update skip locked)`
  return true
}

type GivenConnection = { baseUrl: string; clientId: string; secret: string }
type SeededRow = ConnectionRow & { secretSetById: string | null }

/**
 * Creates the first connection from the settings VERIFICATION_*. At every start, the active connection follows these
 * settings until a person sets its secret: another secret replaces the old one. Another address or client ID makes another
 * connection active, because the results of earlier requests are read with the connection that sent them. Safe to call
 * from several processes.
 */
export async function seedConnection(): Promise<void> {
  const {
    VERIFICATION_BASE_URL: url,
    VERIFICATION_CLIENT_ID: clientId,
    VERIFICATION_CLIENT_SECRET: secret,
  } = env()
  if (!url || !clientId || !secret) return
  const given = { baseUrl: url.replace(/\/+$/, ''), clientId, secret }
  await db().$transaction(async (tx) => {
    await lockActiveConnection(tx)
    const active = await tx.connection.findFirst({ where: { active: true } })
    if (active && isUpToDate(active, given)) return
    await makeActive(tx, await storeGiven(tx, given, active))
  })
}

/** Whether a connection is as in the settings, or has a secret that a person set: that one is never overwritten. */
const isUpToDate = (row: SeededRow, { baseUrl, clientId, secret }: GivenConnection): boolean =>
  row.secretSetById !== null ||
  (row.baseUrl === baseUrl &&
    row.clientId === clientId &&
    readableSecret(toConnection(row).secret, { connectionId: row.id }) === secret)

/** Whether it is the same provider. One on this machine, such as the embedded service, may have another port now. */
const isSameProvider = (row: ConnectionRow, { baseUrl, clientId }: GivenConnection): boolean =>
  row.clientId === clientId &&
  (row.baseUrl === baseUrl || [row.baseUrl, baseUrl].every((one) => isLoopback(new URL(one).hostname)))

/** @returns the ID of the connection that has these settings now */
async function storeGiven(tx: Tx, given: GivenConnection, active: SeededRow | null): Promise<string> {
  const { baseUrl, clientId, secret } = given
  const known =
    active && isSameProvider(active, given)
      ? active
      : await tx.connection.findFirst({ where: { baseUrl, clientId }, orderBy: { createdAt: 'desc' } })
  const id = known?.id ?? randomUUID()
  const columns = { baseUrl, clientId, ...secretColumns(id, secret) }
  if (!known) {
    const name = active ? new URL(baseUrl).host : 'Production'
    await tx.connection.create({ data: { id, name, active: false, ...columns } })
  } else if (!isUpToDate(known, given)) {
    await tx.connection.update({ where: { id }, data: { ...columns, tokenCipher: null, tokenUntil: null } })
    await forgetTests(tx, id)
  }
  return id
}

/** Resets the state of the connection after a new secret. Uses the database's clock, as the responses after it do. */
export const forgetTests = (tx: Tx, id: string) =>
  tx.$executeRaw`
    update connections set secret_set_at = clock_timestamp(), last_test_at = null, last_test_result = null
     where id = ${id}::uuid`

/** A client secret as columns of `connections`: encrypted, and its last four characters if it is long enough. */
export const secretColumns = (id: string, secret: string) => ({
  secretCipher: encrypt(secret, secretPlace(id)),
  secretLast4: secret.length >= 12 ? secret.slice(-4) : '',
})
