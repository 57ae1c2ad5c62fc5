import 'server-only'
import { entryHash, headMac, sameBytes } from '@/lib/audit/seal.server'
import { type AssociatedData, decrypt } from '@/lib/platform/crypto.server'
import { db } from '@/lib/platform/db.server'
import { SettingsWrong } from '@/lib/platform/env.server'

/** Runs one statement, through Prisma or through a client of its own that is in the middle of a transaction. */
type Ask = (sql: string) => Promise<unknown[]>

const ownDatabase: Ask = (sql) => db().$queryRawUnsafe(sql)

/**
 * Proves that AUDIT_KEY and ENCRYPTION_KEYS are those that this database was written with. One entry under another key
 * breaks the audit chain for good, so nothing is written before. An empty database fits every key.
 * @throws SettingsWrong naming the keys that do not fit, and where the right ones are
 */
export async function demandKeys(ask: Ask = ownDatabase): Promise<void> {
  const wrong: string[] = []
  if (!(await isChainOurs(ask))) wrong.push('AUDIT_KEY')
  if (!(await areSecretsOurs(ask))) wrong.push('ENCRYPTION_KEYS')
  if (wrong.length > 0)
    throw new SettingsWrong(
      `Keys do not fit the data in this database: ${wrong.join(', ')}. ` +
        'Set the keys of the office that wrote it; one with the embedded database keeps them in secrets.json of its data folder.',
    )
}

type Head = { seq: string; hash: Uint8Array; mac: Uint8Array | null }
type Entry = { seq: string; prevHash: Uint8Array; hash: Uint8Array }

/** So many are looked at when the head does not fit: it may have been tampered with, which is no reason to stand still. */
const NEWEST = 20

async function isChainOurs(ask: Ask): Promise<boolean> {
  const [head] = (await ask('select seq::text, hash, mac from audit_head where id = 1')) as Head[]
  if (!head || head.seq === '0') return true
  if (head.mac !== null && sameBytes(head.mac, headMac(BigInt(head.seq), head.hash))) return true
  const entries = (await ask(
    `select seq::text, at, actor_id::text as "actorId", actor_kind::text as "actorKind", actor_roles::text[] as "actorRoles",
            action, object_type as "objectType", object_id as "objectId", request_id::text as "requestId", address, details,
            prev_hash as "prevHash", hash
       from audit_entries order by audit_entries.seq desc limit ${NEWEST}`,
  )) as Entry[]
  if (head.mac === null && entries.length === 0) return true
  return entries.some(({ seq, prevHash, hash, ...entry }) =>
    sameBytes(hash, entryHash(prevHash, { ...entry, seq: BigInt(seq) })),
  )
}

/** Some of what is encrypted, the newest first. A secret that came from the settings is made again from them. */
const SECRETS = `
  (select concat_ws('|', 'connections', 'secret_cipher', id) as place, secret_cipher as cipher
     from connections where secret_set_by_id is not null order by secret_set_at desc limit 5)
  union all
  (select concat_ws('|', 'second_factors', 'secret_cipher', user_id), secret_cipher
     from second_factors order by created_at desc limit 5)
  union all
  (select concat_ws('|', 'verifications', 'raw_cipher', id), raw_cipher from (
     select id, raw_cipher from verifications where purged_at is null order by created_at desc limit 1000) newest
    where length(raw_cipher) > 30 limit 5)`

/** One that opens is enough: others may have been changed by somebody. */
async function areSecretsOurs(ask: Ask): Promise<boolean> {
  const secrets = (await ask(SECRETS)) as { place: AssociatedData; cipher: Uint8Array }[]
  return secrets.length === 0 || secrets.some(opens)
}

function opens({ place, cipher }: { place: AssociatedData; cipher: Uint8Array }): boolean {
  try {
    decrypt(cipher, place)
    return true
  } catch {
    return false
  }
}
