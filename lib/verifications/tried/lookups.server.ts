import 'server-only'
import { type AuditActor, record } from '@/lib/audit/record.server'
import { auditHmac } from '@/lib/audit/seal.server'
import type { RequestedBy } from '@/lib/auth/roles'
import { foldName } from '@/lib/names/text/fold'
import { hexOf } from '@/lib/platform/crypto.server'
import { db, lockOf, Prisma, type Tx, takeLocks } from '@/lib/platform/db.server'
import { Refusal } from '@/lib/platform/refusal'
import { bool, int4, select, selectOne, text } from '@/lib/platform/sql/select.server'
import { LOOKUPS_A_DAY } from '@/lib/verifications/tried/rule'
import { NOT_HELD } from '@/lib/verifications/tried/tried.server'

/** From this many lookups on they are audited. Fewer may be one name that is still being typed. */
const AUDITED_FROM = 3

/**
 * Counts a lookup of a name on an IBAN before it is checked. Names that this person has checked since don't count. From
 * the third unchecked one, an audit entry is written, once an hour. Names and IBANs are kept as keyed hashes for a day.
 * @throws Refusal 429 too_many_lookups
 */
export async function countLookup(
  { iban, name }: { iban: string; name: string },
  { actor, auditActor }: RequestedBy,
): Promise<void> {
  const account = digest('iban', iban)
  await db().$transaction(async (tx) => {
    await takeLocks(tx, [lockOf(`lookups|${actor.id}`)])
    await deleteExpired(tx)
    const checked = await checkedNames(tx, actor.id, iban)
    const lookup = digest('name', foldName(name))
    const open = (await readLookups(tx, actor.id, account)).filter((one) => !checked.has(one.name))
    if (checked.has(hexOf(lookup)) || open.some((one) => one.name === hexOf(lookup))) return
    if (open.length >= LOOKUPS_A_DAY) throw tooMany(open[0]?.seconds ?? 1)
    await tx.$executeRaw`
      insert into name_lookups (user_id, iban_digest, name_digest) values (${actor.id}::uuid, ${account}, ${lookup})
          on conflict do nothing`
    if (open.length + 1 >= AUDITED_FROM) await auditLookups(tx, open.length + 1, auditActor)
  })
}

const digest = (kind: 'iban' | 'name', value: string): Uint8Array<ArrayBuffer> =>
  auditHmac(`accord lookup|${kind}|${value}`)

/** Deletes old lookups and skips rows that other transactions have locked. */
const deleteExpired = (tx: Tx): Promise<number> => tx.$executeRaw`
  delete from name_lookups where ctid = any(array(
    select ctid from name_lookups where at < now() - interval '1 day' limit 1000 for update skip locked))`

/** The folded names that this person has had checked on this IBAN within a day. */
async function checkedNames(tx: Tx, personId: string, iban: string): Promise<Set<string>> {
  const rows = await select(
    tx,
    { name: text },
    Prisma.sql`
    select v.name from verifications v
     where v.iban = ${iban} and v.environment = 'live' and v.requested_by_id = ${personId}::uuid
       and v.status <> 'not_sent' and v.created_at > now() - interval '1 day' and ${NOT_HELD}`,
  )
  return new Set(rows.map(({ name }) => hexOf(digest('name', foldName(name)))))
}

/** The lookups on this account, oldest first, with the seconds until they expire. */
const readLookups = (tx: Tx, personId: string, account: Uint8Array) =>
  select(
    tx,
    { name: text, seconds: int4 },
    Prisma.sql`
    select encode(name_digest, 'hex') as name,
           greatest(1, ceil(extract(epoch from at + interval '1 day' - now())))::int as seconds
      from name_lookups where user_id = ${personId}::uuid and iban_digest = ${account} order by at`,
  )

const tooMany = (seconds: number) =>
  new Refusal(
    429,
    'too_many_lookups',
    `You looked up ${LOOKUPS_A_DAY} names for this IBAN within 24 hours without checking them. Run the check, or try again later.`,
    { headers: { 'retry-after': String(seconds) } },
  )

async function auditLookups(tx: Tx, names: number, by: AuditActor): Promise<void> {
  const { recorded } = await selectOne(
    tx,
    { recorded: bool },
    Prisma.sql`
    select exists (select from audit_entries
                    where actor_id = ${by.id}::uuid and action = 'verification.names_looked_up'
                      and at > clock_timestamp() - interval '1 hour') as recorded`,
  )
  if (!recorded) await record({ by, action: 'verification.names_looked_up', details: { names } }, tx)
}
