import type { RequestedBy } from '@/lib/auth/roles'
import type { Person } from '@/lib/auth/testing/people'
import { readStoredLines } from '@/lib/payments/lines/read.server'
import { downloadFile } from '@/lib/payments/release/download.server'
import { releaseLines } from '@/lib/payments/release/release.server'
import type { ReleaseInput } from '@/lib/payments/schema'
import { numberLines, ordersOf, paymentTo, storeAnswers, uploadOrders } from '@/lib/payments/testing/run'
import { db } from '@/lib/platform/db.server'
import { sumsOf } from '@/lib/tables/money/decimal'
import type { FilePayment } from '@/lib/tables/payments/line'
import type { MatchResult } from '@/lib/verifications/outcome'

let [holder, file] = [1_000, 0]

/** Payments to holders that no other run of the same test file pays. */
export const newPayments = (count: number): FilePayment[] =>
  numberLines(...Array.from({ length: count }, () => paymentTo(holder++)))

/**
 * Creates a run of a pain.001 with these payments: uploaded, read from its stored file, and answered.
 * @param results the answer to each line: a match by default, null for none
 * @returns its ID
 */
export async function createAnsweredRun(
  by: Person,
  lines: FilePayment[],
  results: (MatchResult | null)[] = [],
  messageId = `MSG-${++file}`,
): Promise<string> {
  const id = await uploadOrders(by, lines, ordersOf(lines, messageId))
  await readStoredLines(id)
  const all = lines.map((_, n) => (results[n] === undefined ? ('match' as const) : results[n]))
  await storeAnswers(
    id,
    Object.fromEntries(
      all.flatMap((result, n): [number, MatchResult][] => (result === null ? [] : [[n + 1, result]])),
    ),
  )
  return id
}

/** The request that a page would send to release everything that can be released, or these lines. */
export async function releaseRequest(id: string, numbers?: number[]): Promise<ReleaseInput> {
  const lines = await db().paymentLine.findMany({
    where: {
      uploadId: id,
      releaseId: null,
      gate: { in: ['clear', 'corrected', 'unchecked'] },
      ...(numbers && { number: { in: numbers } }),
    },
  })
  const sums = sumsOf(lines.map(({ amount, currency }) => ({ amount: amount?.toString() ?? null, currency })))
  return { lines: numbers ?? 'clear', expected: { lines: lines.length, sums } }
}

export const release = async (id: string, by: RequestedBy, numbers?: number[]) =>
  releaseLines(id, await releaseRequest(id, numbers), by)

export const readReleaseFile = async (
  id: string,
  number: number,
  part: 'released' | 'held' | 'manifest',
  by: Person,
) => (await downloadFile({ id, number, part }, by)).bytes.toString('utf8')

/** The EndToEndIds of a pain.001, in order. */
export const readEndToEndIds = (xml: string): string[] =>
  [...xml.matchAll(/<EndToEndId>(.*?)<\/EndToEndId>/g)].map(([, id]) => id ?? '')
