import 'server-only'
import { randomUUID } from 'node:crypto'
import { decrypt, encrypt, readableSecret } from '@/lib/platform/crypto.server'
import { type Db, db, type Prisma, type Tx } from '@/lib/platform/db.server'
import { env } from '@/lib/platform/env.server'
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

/**
 * Creates the first connection from the settings VERIFICATION_*. Until a person edits it, a connection follows
 * these settings at every start; a secret that a person has set is never overwritten. Safe to call from several
 * processes.
 */
export async function seedConnection(): Promise<void> {
  const given = env()
  const {
    VERIFICATION_BASE_URL: url,
    VERIFICATION_CLIENT_ID: clientId,
    VERIFICATION_CLIENT_SECRET: secret,
  } = given
  if (!url || !clientId || !secret) return
  const baseUrl = url.replace(/\/+$/, '')
  const present = await db().connection.findFirst({ where: { active: true } })
  if (!present) return createFirst({ baseUrl, clientId, secret })
  if (present.secretSetById !== null) return
  if (
    present.baseUrl === baseUrl &&
    present.clientId === clientId &&
    readableSecret(toConnection(present).secret, { connectionId: present.id }) === secret
  )
    return
  await db().$transaction(async (tx) => {
    const data = {
      baseUrl,
      clientId,
      ...secretColumns(present.id, secret),
      tokenCipher: null,
      tokenUntil: null,
    }
    await tx.connection.update({ where: { id: present.id }, data })
    await forgetTests(tx, present.id)
  })
}

/** Resets the state of the connection after a new secret. Uses the database's clock, as the responses after it do. */
export const forgetTests = (tx: Tx, id: string) =>
  tx.$executeRaw`
    update connections set secret_set_at = clock_timestamp(), last_test_at = null, last_test_result = null
     where id = ${id}::uuid`

async function createFirst({
  baseUrl,
  clientId,
  secret,
}: {
  baseUrl: string
  clientId: string
  secret: string
}) {
  const id = randomUUID()
  const { secretCipher, secretLast4 } = secretColumns(id, secret)
  await db().$executeRaw`
    insert into connections (id, name, base_url, client_id, secret_cipher, secret_last4)
    values (${id}::uuid, 'Production', ${baseUrl}, ${clientId}, ${secretCipher}, ${secretLast4})
    on conflict ((true)) where active do nothing`
}

export const secretColumns = (id: string, secret: string) => ({
  secretCipher: encrypt(secret, secretPlace(id)),
  secretLast4: secret.length >= 12 ? secret.slice(-4) : '',
})
