import 'server-only'
import type { Actor } from '@/lib/auth/roles'
import type { RunToRelease } from '@/lib/payments/release/lock.server'
import type { ReleasePlan } from '@/lib/payments/release/plan.server'
import { cannotSplit, filesDiffer } from '@/lib/payments/release/refusals'
import type { GateTotals, ReleasePart } from '@/lib/payments/view'
import { encrypt, sha256 } from '@/lib/platform/crypto.server'
import { logger } from '@/lib/platform/log/logger.server'
import { MEDIA_TYPES } from '@/lib/tables/media-types'
import { sameSums } from '@/lib/tables/money/decimal'
import type { CutFiles } from '@/lib/tables/payments/line'
import { baseName, endingOf, findOriginal, withOriginal } from '@/lib/uploads/original.server'

/** Splitting a workbook of 100,000 rows takes about 30 seconds, and several times as long on a busy machine. */
const CUT_DEADLINE_MS = 150_000

/** A file of a release, encrypted and ready to be stored. `sha256` and `bytes` are those of the plain file. */
export type ReleaseFile = {
  part: ReleasePart
  fileName: string
  mediaType: string
  bytes: number
  sha256: string
  cipher: Uint8Array<ArrayBuffer>
}

/** Hashes and encrypts a file of a release. */
export const encryptReleaseFile = (
  releaseId: string,
  part: ReleasePart,
  { fileName, mediaType }: Pick<ReleaseFile, 'fileName' | 'mediaType'>,
  bytes: Uint8Array,
): ReleaseFile => ({
  part,
  fileName,
  mediaType,
  bytes: bytes.length,
  sha256: sha256(bytes),
  cipher: encrypt(bytes, `payment_files|cipher|${releaseId}:${part}`),
})

/**
 * Splits the stored original into the released and the held file, in a separate thread, which also verifies them.
 * @throws Refusal 404, 410 original_gone, 409 run_signed | run_totals_differ, 422 original_unreadable,
 * 503 threads_busy, 500 release_differs when lines or sums aren't those of the plan
 */
export async function cutRun(
  run: RunToRelease,
  { cut: plan, totals }: ReleasePlan,
  actor: Actor,
): Promise<CutFiles> {
  const { bytes, reading } = await findOriginal(run.id, actor)
  const cut = await withOriginal(async (ask) => ask('cut', { bytes: await bytes(), ...reading, plan }), {
    deadlineMs: CUT_DEADLINE_MS,
  })
  if ('whole' in cut) throw cannotSplit(cut.whole)
  const { released, original } = cut
  const left = plan.released.length + plan.gone.length
  const planned =
    released?.lines === totals.lines &&
    sameSums(released.sums, totals.sums) &&
    heldTotals(cut).lines === run.lines - left &&
    original.lines === run.lines - plan.gone.length
  if (planned) return cut
  logger.error(
    { uploadId: run.id, lines: released?.lines ?? 0 },
    'the files of a release differ from its plan',
  )
  throw filesDiffer()
}

/** The number and sums of the lines in the held file. */
export const heldTotals = ({ held }: CutFiles): GateTotals => ({
  lines: held?.lines ?? 0,
  sums: held?.sums ?? {},
})

/** The name of a released or held file, such as `salaries-release-1.xml`, and its media type. */
export function fileNamesOf(run: RunToRelease, release: number, part: 'release' | 'held') {
  const ending = endingOf(run.fileName, run.format)
  return {
    fileName: `${baseName(run.fileName)}-${part}-${release}.${ending}`,
    mediaType: MEDIA_TYPES[ending],
  }
}
