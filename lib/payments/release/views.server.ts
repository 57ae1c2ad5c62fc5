import 'server-only'
import { type Actor, seesMasked } from '@/lib/auth/roles'
import type { PaymentPolicy } from '@/lib/payments/gate/gate'
import { RELEASE_PARTS, type ReleaseFileView, type ReleasePart, type ReleaseView } from '@/lib/payments/view'
import { isoTime } from '@/lib/platform/days/iso-time'
import { db, Prisma } from '@/lib/platform/db.server'
import { type PersonView, personOf } from '@/lib/platform/person'
import { int4, oneOf, select, text, uuid } from '@/lib/platform/sql/select.server'
import { addSums, type CurrencySums, subtractSums } from '@/lib/tables/money/decimal'

/** How many minutes a release can be withdrawn, unless one of its files was downloaded. */
export const WITHDRAW_MINUTES = 10

type Release = Prisma.PaymentReleaseGetPayload<object>

/**
 * The releases of a run, newest first, with their files and the people who acted on them.
 * @param original the sums of the whole file, as exact decimals by currency
 */
export async function readReleases(
  uploadId: string,
  original: CurrencySums,
  actor: Actor,
): Promise<ReleaseView[]> {
  const [releases, files] = await Promise.all([
    db().paymentRelease.findMany({ where: { uploadId }, orderBy: { number: 'asc' } }),
    select(
      db(),
      { release: uuid, part: oneOf(RELEASE_PARTS), fileName: text, bytes: int4, sha256: text },
      Prisma.sql`
      select f.release_id as release, f.part, f.file_name as "fileName", f.bytes, f.sha256
        from payment_files f join payment_releases p on p.id = f.release_id where p.upload_id = ${uploadId}::uuid`,
    ),
  ])
  const people = await peopleOf(
    releases.flatMap((row) => [row.releasedById, row.withdrawnById, row.heldNotSentById]),
  )
  return releases
    .map((release) => ({
      ...viewOf(release, people),
      difference: differenceOf(release, releases, original),
      files: RELEASE_PARTS.flatMap((part): ReleaseFileView[] => {
        const file = files.find((each) => each.release === release.id && each.part === part)
        if (!file) return []
        const { fileName, bytes } = file
        const sha256 = seesMasked(actor) ? '' : file.sha256
        return [{ part, fileName, bytes, sha256, downloadedAt: isoTime(downloadOf(release, part)) }]
      }),
    }))
    .reverse()
}

const downloadOf = (release: Release, part: ReleasePart): Date | null =>
  ({ released: release.releasedDownloadedAt, held: release.heldDownloadedAt, manifest: null })[part]

function viewOf(release: Release, people: Map<string, PersonView>) {
  const by = (id: string | null) => (id === null ? null : (people.get(id) ?? null))
  return {
    number: release.number,
    releasedAt: release.releasedAt.toISOString(),
    releasedBy: by(release.releasedById) ?? { id: release.releasedById, name: '' },
    messageId: release.messageId,
    heldMessageId: release.heldMessageId,
    lines: release.lines,
    sums: release.sums as CurrencySums,
    heldLines: release.heldLines,
    heldSums: release.heldSums as CurrencySums,
    policy: release.policy as PaymentPolicy | null,
    nameCap: release.nameCap,
    cutNames: release.cutNames,
    withdrawnAt: isoTime(release.withdrawnAt),
    withdrawnBy: by(release.withdrawnById),
    withdrawableUntil: isoTime(withdrawableUntil(release)),
    heldNotSentAt: isoTime(release.heldNotSentAt),
    heldNotSentBy: by(release.heldNotSentById),
  }
}

function withdrawableUntil(release: Release): Date | null {
  if (release.withdrawnAt ?? release.releasedDownloadedAt ?? release.heldDownloadedAt) return null
  return new Date(release.releasedAt.getTime() + WITHDRAW_MINUTES * 60_000)
}

/** Released + held + released earlier − original, by currency. All are zero unless a sum is wrong. */
function differenceOf(release: Release, all: readonly Release[], original: CurrencySums): CurrencySums {
  const earlier = all.filter(
    ({ number, withdrawnAt }) =>
      number < release.number && (withdrawnAt === null || withdrawnAt > release.releasedAt),
  )
  const parts = [release.sums, release.heldSums, ...earlier.map(({ sums }) => sums)] as CurrencySums[]
  return subtractSums(addSums(...parts), original)
}

async function peopleOf(ids: readonly (string | null)[]): Promise<Map<string, PersonView>> {
  const found = await db().user.findMany({
    where: { id: { in: [...new Set(ids.filter((id) => id !== null))] } },
    select: { id: true, name: true },
  })
  return new Map(found.map((person) => [person.id, personOf(person)]))
}
