import 'server-only'
import { constantTimeEqual, entryHash, headMac } from '@/lib/audit/seal.server'
import { type AssociatedData, decrypt } from '@/lib/platform/crypto.server'
import { db, Prisma } from '@/lib/platform/db.server'
import { SettingsError } from '@/lib/platform/env.server'
import { bytes, date, type Executor, json, listOf, select, text } from '@/lib/platform/sql/select.server'

/**
 * Proves that AUDIT_KEY and ENCRYPTION_KEYS are the ones this database was written with, before anything is
 * written: one entry under another key would break the audit chain permanently. An empty database accepts any key.
 * @throws SettingsError naming the wrong keys, and where the right ones are
 */
export async function assertAuditKeys(on: Executor = db()): Promise<void> {
  const wrong: string[] = []
  if (!(await isChainOurs(on))) wrong.push('AUDIT_KEY')
  if (!(await areSecretsOurs(on))) wrong.push('ENCRYPTION_KEYS')
  if (wrong.length > 0)
    throw new SettingsError(
      `These keys don’t match the data in this database: ${wrong.join(', ')}. ` +
        'Set the keys of the office that wrote it; one with the embedded database keeps them in secrets.json of its data folder.',
    )
}

const HEAD = { seq: text, hash: bytes, mac: bytes.or(null) }
const ENTRY = {
  seq: text,
  at: date,
  actorId: text.or(null),
  actorKind: text,
  actorRoles: listOf(text).or(null),
  action: text,
  objectType: text.or(null),
  objectId: text.or(null),
  requestId: text.or(null),
  address: text.or(null),
  details: json<object>(),
  prevHash: bytes,
  hash: bytes,
}

/**
 * How many of the newest entries are tried when the head doesn't match: it may have been tampered with, which is
 * no reason to stop.
 */
const NEWEST = 20

async function isChainOurs(on: Executor): Promise<boolean> {
  const [head] = await select(on, HEAD, Prisma.sql`select seq::text, hash, mac from audit_head where id = 1`)
  if (!head || head.seq === '0') return true
  if (head.mac !== null && constantTimeEqual(head.mac, headMac(BigInt(head.seq), head.hash))) return true
  const entries = await select(
    on,
    ENTRY,
    Prisma.sql`
    select seq::text, at, actor_id::text as "actorId", actor_kind::text as "actorKind", actor_roles::text[] as "actorRoles",
           action, object_type as "objectType", object_id as "objectId", request_id::text as "requestId", address, details,
           prev_hash as "prevHash", hash
      from audit_entries order by audit_entries.seq desc limit ${NEWEST}`,
  )
  if (head.mac === null && entries.length === 0) return true
  return entries.some(({ seq, prevHash, hash, ...entry }) =>
    constantTimeEqual(hash, entryHash(prevHash, { ...entry, seq: BigInt(seq) })),
  )
}

/** Some of the encrypted values, newest first. A secret that came from the settings is encrypted again from them. */
const SECRETS = Prisma.sql`
  (select concat_ws('|', 'connections', 'secret_cipher', id) as place, secret_cipher as cipher
     from connections where secret_set_by_id is not null order by secret_set_at desc limit 5)
  union all
  (select concat_ws('|', 'second_factors', 'secret_cipher', user_id), secret_cipher
     from second_factors order by created_at desc limit 5)
  union all
  (select concat_ws('|', 'verifications', 'raw_cipher', id), raw_cipher from (
     select id, raw_cipher from verifications where purged_at is null order by created_at desc limit 1000) newest
    where length(raw_cipher) > 30 limit 5)`

/** One value that decrypts is enough: others may have been tampered with. */
async function areSecretsOurs(on: Executor): Promise<boolean> {
  const secrets = await select(on, { place: text, cipher: bytes }, SECRETS)
  return secrets.length === 0 || secrets.some(canDecrypt)
}

function canDecrypt({ place, cipher }: { place: string; cipher: Uint8Array }): boolean {
  try {
    decrypt(cipher, place as AssociatedData)
    return true
  } catch {
    return false
  }
}
