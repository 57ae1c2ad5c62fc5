import 'server-only'
import { appendFile, mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { retentionDigest } from '@/lib/audit/seal.server'
import { canonicalJson } from '@/lib/platform/canonical'
import { hexOf } from '@/lib/platform/crypto.server'
import { db, lockOf, takeLocks } from '@/lib/platform/db.server'
import type { Erasure } from '@/lib/platform/generated/client'
import { logger } from '@/lib/platform/log/logger.server'
import { REDACTED } from '@/lib/platform/log/scrub'
import { allowRedaction } from '@/lib/retention/strip.server'

/**
 * DATA_DIR/erasures.jsonl: every confirmed erasure and its completion, outside the database and without names. Keep it
 * apart from the backups: after an older one is restored, the erasures listed here are repeated.
 */
export const erasureFile = (): string => path.resolve(process.env.DATA_DIR || '.data', 'erasures.jsonl')

/** `digest` in hex. */
type Confirmed = {
  id: string
  kind: string
  digest: string
  requestedBy: string
  requestedAt: string
  confirmedBy: string
  confirmedAt: string
}

type Completed = { id: string; completedAt: string }

/** A line is written with its seal, which proves that this installation wrote it. */
type Line = Confirmed | Completed

const sealOf = (line: Line): string => hexOf(retentionDigest('erasure list', canonicalJson(line)))

/** The lines with a valid seal, by kind and in order. Other lines are logged and skipped. */
async function readList(): Promise<{ confirmed: Confirmed[]; completed: Set<string> }> {
  const text = await readFile(erasureFile(), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const raw = text.split('\n').filter((line) => line !== '')
  const lines = raw.map(parse).filter((line) => line !== null)
  if (lines.length < raw.length)
    logger.error({ lines: raw.length - lines.length }, 'erasure list has foreign lines')
  return {
    confirmed: lines.filter((line) => 'digest' in line),
    completed: new Set(lines.filter((line) => 'completedAt' in line).map(({ id }) => id)),
  }
}

/** IDs of the erasures that were complete according to the list, whatever a restored database says. */
export const completedErasures = async (): Promise<Set<string>> => (await readList()).completed

function parse(raw: string): Line | null {
  try {
    const { seal, ...line } = JSON.parse(raw)
    return sealOf(line) === seal ? line : null
  } catch {
    return null
  }
}

/**
 * Synchronises the list with the table. Adds what is missing from the list; what only the list has (the database is an older
 * backup) becomes a confirmed erasure again, for `finishErasures`. Erasures
 * from before the first person of a new database are ignored, because the database can't contain their subjects.
 * @returns how many erasures were restored
 */
export async function reconcileErasures(): Promise<number> {
  return db().$transaction(async (tx) => {
    await takeLocks(tx, [lockOf('erasure list')])
    await allowRedaction(tx)
    const { confirmed: listed, completed } = await readList()
    const known = await tx.erasure.findMany()
    const confirmed = new Map(known.filter((row) => row.confirmedAt !== null).map((row) => [row.id, row]))
    const { createdAt: began } = (await tx.user.findFirst({ orderBy: { createdAt: 'asc' } })) ?? {}
    const missing = listed.filter(
      ({ id, confirmedAt }) => !confirmed.has(id) && began && began < new Date(confirmedAt),
    )
    for (const line of missing) {
      const given = {
        confirmedById: line.confirmedBy,
        confirmedAt: new Date(line.confirmedAt),
        refusedById: null,
        refusedAt: null,
      }
      const more = {
        kind: line.kind,
        digest: new Uint8Array(Buffer.from(line.digest, 'hex')),
        reason: REDACTED,
        requestedById: line.requestedBy,
        requestedAt: new Date(line.requestedAt),
      }
      await tx.erasure.upsert({
        where: { id: line.id },
        update: given,
        create: { id: line.id, ...more, ...given },
      })
    }
    const ids = new Set(listed.map(({ id }) => id))
    for (const row of confirmed.values()) if (!ids.has(row.id)) await append(lineOf(row))
    for (const { id, appliedAt } of confirmed.values())
      if (appliedAt && !completed.has(id)) await append({ id, completedAt: appliedAt.toISOString() })
    return missing.length
  })
}

const lineOf = (row: Erasure): Confirmed => ({
  id: row.id,
  kind: row.kind,
  digest: hexOf(row.digest),
  requestedBy: row.requestedById,
  requestedAt: row.requestedAt.toISOString(),
  confirmedBy: row.confirmedById ?? '',
  confirmedAt: row.confirmedAt?.toISOString() ?? '',
})

async function append(line: Line): Promise<void> {
  await mkdir(path.dirname(erasureFile()), { recursive: true })
  await appendFile(erasureFile(), `${JSON.stringify({ ...line, seal: sealOf(line) })}\n`, { mode: 0o600 })
}
