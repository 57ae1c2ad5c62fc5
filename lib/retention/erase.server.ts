import 'server-only'
import { record } from '@/lib/audit/record.server'
import { db, type Tx } from '@/lib/platform/db.server'
import { redactTexts } from '@/lib/retention/redact.server'
import {
  type HeldScope,
  heldScope,
  idsAbout,
  isHeld,
  openSubject,
  retentionLock,
} from '@/lib/retention/scope.server'
import { allowTaking, retentionDigest, sampleAgain, stripChecks } from '@/lib/retention/strip.server'
import { type Subject, subjectKeys } from '@/lib/retention/subject'
import { NO_COUNTS, type PurgeCounts } from '@/lib/retention/view'

const AT_ONCE = 500
const SCAN_AT_ONCE = 5_000

type Confirmed = {
  id: string
  kind: string
  digest: Uint8Array
  subjectCipher: Uint8Array | null
  confirmedAt: Date
}

/**
 * Does every confirmed erasure that is not finished: what was held or still on its way, and after a restore what the
 * restored backup brought back. Each batch is a short transaction; a killed one goes on with the next call.
 */
export async function finishErasures(): Promise<void> {
  const open = await db().erasure.findMany({
    where: { confirmedAt: { not: null }, appliedAt: null },
    orderBy: { confirmedAt: 'asc' },
  })
  for (const erasure of open)
    if (erasure.confirmedAt) await erase({ ...erasure, confirmedAt: erasure.confirmedAt })
}

/**
 * Erases one subject from every check made up to the confirmation. Later checks have a reason of their own.
 * @returns true when nothing is left, false when something is held or waits for its answer
 */
export async function erase(erasure: Confirmed): Promise<boolean> {
  const subject = erasure.subjectCipher
    ? openSubject('erasures', erasure.id, erasure.kind, erasure.subjectCipher)
    : null
  const ids = subject ? await idsAbout(db(), subject) : await idsByDigest(erasure)
  let done = 0
  for (let from = 0; from < ids.length; from += AT_ONCE)
    done += await db().$transaction(async (tx) => {
      await retentionLock(tx)
      return eraseBatch(tx, erasure, ids.slice(from, from + AT_ONCE))
    })
  const whole = await db().$transaction((tx) => conclude(tx, { erasure, subject, ids, done }))
  if (whole || done > 0) await sampleAgain(db())
  return whole
}

async function eraseBatch(tx: Tx, erasure: Confirmed, ids: string[]): Promise<number> {
  await allowTaking(tx)
  const scope = await heldScope(tx)
  const free = await tx.$queryRaw<{ id: string }[]>`
    select v.id from verifications v
     where v.id = any(${ids}::uuid[]) and v.purged_at is null and v.status <> 'pending'
       and v.created_at <= ${erasure.confirmedAt}::timestamptz and not ${isHeld(scope)}`
  const checks = free.map(({ id }) => id)
  const originals = await dropOriginals(tx, checks, scope)
  const stripped = await stripChecks(tx, checks)
  await countErased(tx, erasure.id, { ...stripped, originals })
  return stripped.checks
}

/** The file holds what was taken out of its rows. */
const dropOriginals = (tx: Tx, ids: string[], { uploadIds }: HeldScope): Promise<number> =>
  tx.$executeRaw`
    delete from upload_originals o where not o.upload_id = any(${uploadIds}::uuid[]) and o.upload_id in (
      select x.upload_id from upload_rows x where x.verification_id = any(${ids}::uuid[]))`

type Attempt = { erasure: Confirmed; subject: Subject | null; ids: string[]; done: number }

/** Texts that mention the subject, then the question whether anything is left; if not, the subject itself goes too. */
async function conclude(tx: Tx, { erasure, subject, ids, done }: Attempt): Promise<boolean> {
  await retentionLock(tx)
  await allowTaking(tx)
  const scope = await heldScope(tx)
  const texts = subject ? await redactTexts(tx, subject, scope.uploadIds) : 0
  const [row] = await tx.$queryRaw<{ left: number }[]>`
    select count(*)::int as left from verifications v
     where v.id = any(${ids}::uuid[]) and v.purged_at is null and v.created_at <= ${erasure.confirmedAt}::timestamptz`
  const left = row?.left ?? 0
  if (left === 0)
    await tx.erasure.update({
      where: { id: erasure.id },
      data: { appliedAt: new Date(), subjectCipher: null },
    })
  // what waits for a hold is looked at every night and told only when something happened
  if (left === 0 || done + texts > 0) {
    const { erased } = await tx.erasure.findUniqueOrThrow({ where: { id: erasure.id } })
    const details = { kind: erasure.kind, ...(erased as Partial<PurgeCounts>), texts, left }
    const object = { type: 'erasure', id: erasure.id }
    await record({ by: { kind: 'system' }, action: 'retention.erased', object, details }, tx)
  }
  return left === 0
}

async function countErased(tx: Tx, id: string, more: Partial<PurgeCounts>): Promise<void> {
  const { erased } = await tx.erasure.findUniqueOrThrow({ where: { id }, select: { erased: true } })
  const before = { ...NO_COUNTS, ...(erased as Partial<PurgeCounts>) }
  const sum = Object.fromEntries(
    Object.entries(before).map(([key, value]) => [key, value + (more[key as keyof PurgeCounts] ?? 0)]),
  )
  await tx.erasure.update({ where: { id }, data: { erased: sum } })
}

/** Without the subject itself (after a restore) every check is compared by its keyed digest, page by page. */
async function idsByDigest({ kind, digest, confirmedAt }: Confirmed): Promise<string[]> {
  const wanted = Buffer.from(digest).toString('hex')
  const same = (key: string) => Buffer.from(subjectDigest(kind, key)).toString('hex') === wanted
  const found: string[] = []
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const page = await db().verification.findMany({
      where: { id: { gt: after }, purgedAt: null, createdAt: { lte: confirmedAt } },
      select: { id: true, iban: true, name: true, matchedName: true },
      orderBy: { id: 'asc' },
      take: SCAN_AT_ONCE,
    })
    for (const row of page)
      if (subjectKeys(row).some((each) => each.kind === kind && same(each.key))) found.push(row.id)
    const last = page.at(-1)
    if (!last || page.length < SCAN_AT_ONCE) return found
    after = last.id
  }
}

/** What is kept of a subject for good: enough to find it again in a restored backup, nothing without the key. */
export const subjectDigest = (kind: string, key: string) => retentionDigest('subject', kind, key)
