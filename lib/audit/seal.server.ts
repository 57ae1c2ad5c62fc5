import 'server-only'
import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import { canonicalJson } from '@/lib/platform/canonical'
import { env } from '@/lib/platform/env.server'
import { remembered } from '@/lib/platform/remember'

type Bytes = Uint8Array<ArrayBuffer>
const keyIn = remembered((text) => createSecretKey(text, 'base64'))
const keyed = (...parts: (string | Uint8Array)[]): Bytes => {
  const hmac = createHmac('sha256', keyIn(env().AUDIT_KEY))
  for (const part of parts) hmac.update(part)
  return new Uint8Array(hmac.digest())
}

/** The link of the chain over everything an entry says; `seq` as text because it is 64 bits wide. */
export const entryHash = (previous: Uint8Array, entry: Record<string, unknown> & { seq: bigint }): Bytes =>
  keyed(previous, canonicalJson({ ...entry, seq: entry.seq.toString() }))

/** Says that the chain ended here. Whoever writes the database without the key cannot move the end. */
export const headMac = (seq: bigint, hash: Uint8Array): Bytes => keyed('accord audit head', `${seq}|`, hash)

type Cut = { seq: bigint; hash: Uint8Array; removed: number; before: Date; at: Date }
/** Says that everything up to here was removed. Whoever writes the database without the key cannot cut unseen. */
export const cutMac = ({ seq, hash, removed, before, at }: Cut): Bytes =>
  keyed(
    'accord audit cut',
    canonicalJson({ seq: `${seq}`, removed, before: before.toISOString(), at: at.toISOString() }),
    hash,
  )

/** Where the chain ended, and up to where its entries were removed by then. */
export type AnchorLine = { seq: string; hash: string; at: string; cut?: { seq: string; hash: string } }

/** The seal of one line of the anchor file; it covers the line before, so that no line can be taken out. */
export const anchorMac = (previous: string, line: AnchorLine): string =>
  Buffer.from(keyed('accord audit anchor', previous, canonicalJson(line))).toString('hex')

/** Keyed with the key that is outside the database: without it a digest says nothing about a guessed value. */
export const retentionDigest = (...parts: string[]): Bytes => keyed(`accord retention|${parts.join('|')}`)

/** The same as hex, for what stays in place of a plain hash over words of people. */
export const keyedHash = (kind: 'evidence' | 'record' | 'file' | 'request', plain: string): string =>
  Buffer.from(retentionDigest(kind, plain)).toString('hex')

/** Compares without telling by its time where the difference is. */
export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && timingSafeEqual(a, b)
