import { evidenceSigningKey } from '@/lib/exports/evidence/signing.server'
import { readZip } from '@/lib/exports/verifier/unzip'
import { type Verdict, verifyPack } from '@/lib/exports/verifier/verify'

/** The bytes of a pack that is streamed. */
export const packBytes = async ({ pieces }: { pieces: AsyncIterable<Uint8Array> }): Promise<Uint8Array> =>
  new Uint8Array(Buffer.concat(await Array.fromAsync(pieces)))

/** The verdict on a pack that this installation must have signed. */
export const verdictOf = async (pack: Uint8Array): Promise<Verdict> =>
  verifyPack(await readZip(pack), evidenceSigningKey().fingerprint)
