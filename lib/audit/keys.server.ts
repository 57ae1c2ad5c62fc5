import 'server-only'
import { entryHash, headMac, sameBytes } from '@/lib/audit/seal.server'
import { type AssociatedData, decrypt } from '@/lib/platform/crypto.server'
import { db } from '@/lib/platform/db.server'
import { SettingsWrong } from '@/lib/platform/env.server'

/** Runs one statement, through Prisma or through the caller's own client inside a transaction. */
type RunStatement = (sql: string) => Promise<unknown[]>

const ownDatabase: RunStatement = (sql) => db().$queryRawUnsafe(sql)

/**
 * Proves that AUDIT_KEY and ENCRYPTION_KEYS are the ones this database was written with, before anything is
 * written: one entry under another key would break the audit chain for good. An empty database accepts any key.
 * @throws SettingsWrong naming the wrong keys, and where the right ones are
 */
export async function demandKeys(ask: RunStatement = ownDatabase): Promise<void> {
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

/**
 * How many of the newest entries are tried when the head doesn't match: it may have been tampered with, which is
 * no reason to stop.
 */
const NEWEST = 20

async function isChainOurs(ask: RunStatement): Promise<boolean> {
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

/** Some of the encrypted values, newest first. A secret that came from the settings is encrypted again from them. */
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

/** One value that decrypts is enough: others may have been tampered with. */
async function areSecretsOurs(ask: RunStatement): Promise<boolean> {
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
