import 'server-only'
import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import { canonicalJson } from '@/lib/platform/canonical'
import { hexOf } from '@/lib/platform/crypto.server'
import { env } from '@/lib/platform/env.server'
import { memoize } from '@/lib/platform/memoize'

type Bytes = Uint8Array<ArrayBuffer>
const keyIn = memoize((text) => createSecretKey(text, 'base64'))
/** HMAC with a key outside the database: without it nobody can make or confirm a value. Begin with what it is for. */
export const auditHmac = (...parts: (string | Uint8Array)[]): Bytes => {
  const hmac = createHmac('sha256', keyIn(env().AUDIT_KEY))
  for (const part of parts) hmac.update(part)
  return new Uint8Array(hmac.digest())
}

/** The hash of an entry: covers every field and the previous hash. `seq` is hashed as text because it's 64 bits wide. */
export const entryHash = (previous: Uint8Array, entry: Record<string, unknown> & { seq: bigint }): Bytes =>
  auditHmac(previous, canonicalJson({ ...entry, seq: entry.seq.toString() }))

/** Seals the end of the chain, so that nobody can move it in the database without the key. */
export const headMac = (seq: bigint, hash: Uint8Array): Bytes =>
  auditHmac('accord audit head', `${seq}|`, hash)

/** Every entry up to `seq`, whose hash is `hash`, was removed; `removed` is the number removed by this cut. */
export type AuditCut = { seq: bigint; hash: Uint8Array; removed: number; before: Date; at: Date }

/** Seals a cut, so that nobody can remove entries in the database unnoticed without the key. */
export const cutMac = ({ seq, hash, removed, before, at }: AuditCut): Bytes =>
  auditHmac(
    'accord audit cut',
    canonicalJson({ seq: `${seq}`, removed, before: before.toISOString(), at: at.toISOString() }),
    hash,
  )

/** The end of the chain at a moment, and the entry up to which it had been cut by then. */
export type AnchorLine = { seq: string; hash: string; at: string; cut?: { seq: string; hash: string } }

/** The seal of one line of the anchor file. It covers the previous line, so that no line can be removed. */
export const anchorMac = (previous: string, line: AnchorLine): string =>
  hexOf(auditHmac('accord audit anchor', previous, canonicalJson(line)))

/** For what is deleted, but must still be recognised. */
export const retentionDigest = (...parts: string[]): Bytes => auditHmac(`accord retention|${parts.join('|')}`)

/** The same as hex; it replaces a plain hash over text that people wrote. */
export const keyedHash = (kind: 'evidence' | 'record' | 'file' | 'request', plain: string): string =>
  hexOf(retentionDigest(kind, plain))

/** Begins the keyed hash of a file. */
export const KEYED = 'keyed:'

/** What replaces the plain hash of a file once a name was erased from it: a short file could be guessed from that. */
export const keyedFileHash = (hash: string): string =>
  hash.startsWith(KEYED) ? hash : `${KEYED}${keyedHash('file', hash)}`

/** Constant-time comparison. */
export const constantTimeEqual = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && timingSafeEqual(a, b)
