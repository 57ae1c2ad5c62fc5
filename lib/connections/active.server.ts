import 'server-only'
import { randomUUID } from 'node:crypto'
import { decrypt, encrypt, readableSecret } from '@/lib/platform/crypto.server'
import { type Db, db, type Prisma, type Tx } from '@/lib/platform/db.server'
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
  bulkSize: true,
  addressTyped: true,
} as const
type ConnectionRow = Prisma.ConnectionGetPayload<{ select: typeof connectionColumns }>

const secretPlace = (id: string) => `connections|secret_cipher|${id}` as const
export const previousSecretPlace = (id: string) => `connections|previous_secret_cipher|${id}` as const

const toConnection = (row: ConnectionRow): UpstreamConnection => ({
  id: row.id,
  baseUrl: row.baseUrl,
  clientId: row.clientId,
  bulkSize: row.bulkSize,
  guarded: row.addressTyped,
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

/** Serialises changes of the active connection, and its deletion. */
export const lockActiveConnection = (tx: Tx) => tx.$executeRaw`select pg_advisory_xact_lock(7268, 2)::text`

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

/**
 * Creates the first connection from the settings VERIFICATION_*. Until a person edits the one in use, it follows these
 * settings at every start: another secret replaces the old one, another address or client ID makes another connection,
 * so that what was sent is asked where it was sent. A secret that a person has set is never overwritten. Safe to call
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
  if (isSettled(await activeRow(db()), given)) return
  await db().$transaction(async (tx) => {
    await lockActiveConnection(tx)
    const active = await activeRow(tx)
    if (!isSettled(active, given)) await makeActive(tx, await follow(tx, given, active))
  })
}

const activeRow = (on: Db) => on.connection.findFirst({ where: { active: true } })

/** Whether the connection in use is that of the settings already, or a person's. */
const isSettled = (
  active: (ConnectionRow & { secretSetById: string | null }) | null,
  given: GivenConnection,
) =>
  active !== null &&
  (active.secretSetById !== null ||
    (active.baseUrl === given.baseUrl && active.clientId === given.clientId && hasSecret(active, given)))

const hasSecret = (row: ConnectionRow, { secret }: GivenConnection) =>
  readableSecret(toConnection(row).secret, { connectionId: row.id }) === secret

/** The same provider: on this machine, such as the embedded service, it may have got another port. */
const isSameProvider = (row: ConnectionRow, { baseUrl, clientId }: GivenConnection) =>
  row.clientId === clientId &&
  (row.baseUrl === baseUrl || [row.baseUrl, baseUrl].every((one) => isLoopback(new URL(one).hostname)))

/** Stores what the settings say. @returns the ID of their connection */
async function follow(tx: Tx, given: GivenConnection, active: ConnectionRow | null): Promise<string> {
  const { baseUrl, clientId, secret } = given
  if (active && isSameProvider(active, given)) {
    await replaceGiven(tx, active.id, given)
    return active.id
  }
  const known = await tx.connection.findFirst({
    where: { baseUrl, clientId },
    orderBy: { createdAt: 'desc' },
  })
  if (known) {
    if (known.secretSetById === null && !hasSecret(known, given)) await replaceGiven(tx, known.id, given)
    return known.id
  }
  const id = randomUUID()
  const name = active ? new URL(baseUrl).host : 'Production'
  await tx.connection.create({
    data: { id, name, baseUrl, clientId, active: false, ...secretColumns(id, secret) },
  })
  return id
}

async function replaceGiven(tx: Tx, id: string, { baseUrl, clientId, secret }: GivenConnection) {
  const noToken = { tokenCipher: null, tokenUntil: null }
  await tx.connection.update({
    where: { id },
    data: { baseUrl, clientId, ...secretColumns(id, secret), ...noToken },
  })
  await forgetTests(tx, id)
}

/** Resets the state of the connection after a new secret. Uses the database's clock, as the responses after it do. */
export const forgetTests = (tx: Tx, id: string) =>
  tx.$executeRaw`
    update connections set secret_set_at = clock_timestamp(), last_test_at = null, last_test_result = null
     where id = ${id}::uuid`

export const secretColumns = (id: string, secret: string) => ({
  secretCipher: encrypt(secret, secretPlace(id)),
  secretLast4: secret.length >= 12 ? secret.slice(-4) : '',
})
