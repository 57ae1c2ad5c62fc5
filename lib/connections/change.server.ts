import 'server-only'
import { randomUUID } from 'node:crypto'
import { record } from '@/lib/audit/record.server'
import type { RequestedBy } from '@/lib/auth/roles'
import {
  connectionById,
  forgetTests,
  lockActiveConnection,
  makeActive,
  previousSecretPlace,
  secretColumns,
} from '@/lib/connections/active.server'
import { type AddressProblem, checkAddress } from '@/lib/connections/address'
import { listConnections } from '@/lib/connections/queries.server'
import type { ConnectionInput } from '@/lib/connections/schema'
import type { ConnectionView } from '@/lib/connections/view'
import { originsOf } from '@/lib/http/public-address.server'
import { lockAccess } from '@/lib/keys/still-authorised.server'
import { decrypt, encrypt, readableSecret } from '@/lib/platform/crypto.server'
import { db, Prisma, type Tx } from '@/lib/platform/db.server'
import { env } from '@/lib/platform/env.server'
import { notFound, Refusal, refusedField, secretUnreadable } from '@/lib/platform/refusal'
import { bytes, select } from '@/lib/platform/sql/select.server'
import {
  type FreshToken,
  fetchToken,
  type NoToken,
  storeToken,
  tryCredentials,
} from '@/lib/upstream/token.server'

const ADDRESS_MESSAGES: Record<AddressProblem, string> = {
  address_malformed: 'This isn’t the address of a web service.',
  address_parts: 'Remove the user name, password, query and fragment.',
  address_path: 'The address must end in /api-v1.',
  address_https: 'The address must start with https.',
  address_not_allowed: 'This address isn’t in the CONNECTION_ALLOW list of this installation.',
}

/**
 * Replaces the client secret: the new one is tested at the provider before it's stored; the old one is kept for
 * 24 h.
 * @throws Refusal 404; 401 session_required; 422 secret_refused; 502 upstream_unavailable (nothing changed)
 */
export async function replaceSecret(
  id: string,
  secret: string,
  { actor, auditActor }: RequestedBy,
): Promise<ConnectionView> {
  const connection = await connectionById(id)
  if (!connection) throw notFound()
  const token = assertToken(await tryCredentials(connection, secret))
  await db().$transaction(async (tx) => {
    await lockAccess(tx, actor, () => lockConnection(tx, id))
    await keepOldSecret(tx, id, secret)
    await tx.connection.update({
      where: { id },
      data: { ...secretColumns(id, secret), secretSetById: actor.id },
    })
    await forgetTests(tx, id)
    await storeToken(tx, id, token)
    await record(
      { by: auditActor, action: 'connection.secret_replaced', object: { type: 'connection', id } },
      tx,
    )
  })
  return connectionView(id)
}

/**
 * Keeps the secret that is replaced, unless it can't be read or is the same: a repeated request must not lose the one
 * before.
 * @throws Refusal 404 when the connection was deleted while the new secret was tested
 */
async function keepOldSecret(tx: Tx, id: string, secret: string): Promise<void> {
  const connection = await connectionById(id, tx)
  if (!connection) throw notFound()
  const old = readableSecret(connection.secret, { connectionId: id })
  if (old === null || old === secret) return
  await tx.connection.update({
    where: { id },
    data: { previousSecretCipher: encrypt(old, previousSecretPlace(id)) },
  })
  await tx.$executeRaw`
    update connections set previous_secret_until = now() + interval '24 hours' where id = ${id}::uuid`
}

const lockConnection = (tx: Tx, id: string): Promise<number> =>
  tx.$executeRaw`select from connections where id = ${id}::uuid for update`

/**
 * Restores the replaced secret within 24 hours.
 * @throws Refusal 404; 401 session_required; 409 no_previous_secret | secret_unreadable
 */
export async function restoreSecret(id: string, { actor, auditActor }: RequestedBy): Promise<ConnectionView> {
  await db().$transaction(async (tx) => {
    await lockAccess(tx, actor, () => lockConnection(tx, id))
    const old = await readPreviousSecret(tx, id)
    const none = {
      previousSecretCipher: null,
      previousSecretUntil: null,
      tokenCipher: null,
      tokenUntil: null,
    }
    const data = { ...secretColumns(id, old), ...none, secretSetById: actor.id }
    await tx.connection.update({ where: { id }, data })
    await forgetTests(tx, id)
    await record(
      { by: auditActor, action: 'connection.secret_restored', object: { type: 'connection', id } },
      tx,
    )
  })
  return connectionView(id)
}

/** @throws Refusal 404; 409 no_previous_secret | secret_unreadable */
async function readPreviousSecret(tx: Tx, id: string): Promise<string> {
  const [row] = await select(
    tx,
    { cipher: bytes.or(null) },
    Prisma.sql`
    select case when previous_secret_until > now() then previous_secret_cipher end as cipher
      from connections where id = ${id}::uuid`,
  )
  if (!row) throw notFound()
  const { cipher } = row
  if (!cipher) throw new Refusal(409, 'no_previous_secret', 'The old secret is no longer kept.')
  const old = readableSecret(() => decrypt(cipher, previousSecretPlace(id)).toString('utf8'), {
    connectionId: id,
  })
  if (old === null) throw secretUnreadable()
  return old
}

/**
 * Creates a connection whose credentials work, and makes it the active one. Bulks already sent keep the one they were
 * sent with.
 * @throws Refusal 401 session_required; 422 address_… | secret_refused; 502 upstream_unavailable
 */
export async function createConnection(
  input: ConnectionInput,
  { actor, auditActor }: RequestedBy,
): Promise<ConnectionView> {
  const { VERIFICATION_BASE_URL: own = '', CONNECTION_ALLOW: list } = env()
  const address = checkAddress(input.baseUrl, { own: originsOf(own), allowed: originsOf(list) })
  if (!address.ok) throw refusedField(address.reason, 'baseUrl', ADDRESS_MESSAGES[address.reason])
  const id = randomUUID()
  const { name, clientId, secret } = input
  const { baseUrl, typed } = address
  const started = performance.now()
  const token = assertToken(await fetchToken({ baseUrl, clientId, guarded: typed }, secret))
  await db().$transaction(async (tx) => {
    await lockAccess(tx, actor, () => lockActiveConnection(tx))
    const data = { id, name, baseUrl, addressTyped: typed, clientId, secretSetById: actor.id }
    await tx.connection.create({ data: { ...data, ...secretColumns(id, secret), active: false } })
    const seconds = (performance.now() - started) / 1_000
    await tx.$executeRaw`
      update connections set token_requested_at = clock_timestamp() - make_interval(secs => ${seconds})
       where id = ${id}::uuid`
    await storeToken(tx, id, token)
    await makeActive(tx, id)
    const object = { type: 'connection', id }
    const details = { host: new URL(baseUrl).host }
    await record({ by: auditActor, action: 'connection.created', object, details }, tx)
  })
  return connectionView(id)
}

/** @throws Refusal 422 secret_refused; 502 upstream_unavailable */
export function assertToken(token: FreshToken | NoToken): FreshToken {
  if (token.kind === 'token') return token
  throw refusalOf(token)
}

function refusalOf(token: NoToken): Refusal {
  if (token.code === 'upstream_auth_failed')
    return new Refusal(
      422,
      'secret_refused',
      'The bank service refused this client ID and secret. Spaces at their ends count. Nothing was changed.',
    )
  return new Refusal(
    502,
    'upstream_unavailable',
    'The bank service couldn’t be reached. Nothing was changed.',
  )
}

/** One connection as the Connections page shows it. @throws Refusal 404 */
export async function connectionView(id: string): Promise<ConnectionView> {
  const view = (await listConnections()).find((connection) => connection.id === id)
  if (!view) throw notFound()
  return view
}
