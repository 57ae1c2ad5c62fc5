import type { Office } from '../office/office'
import type { Evidence, ReleaseRow, Violation } from './evidence'

type StoredRelease = Omit<ReleaseRow, 'released' | 'held'> & {
  releasedCipher: Buffer | null
  heldCipher: Buffer | null
}

/** Reads every release with the IBANs in its files, because a bank would get the files. */
export async function readReleases({ database }: Office): Promise<ReleaseRow[]> {
  const { decrypt } = await import('@/lib/platform/crypto.server')
  const rows = await database.query<StoredRelease>(`
    select r.id, r.upload_id as "uploadId", r.number, r.withdrawn_at is not null as withdrawn,
           (select count(*)::int from payment_lines l where l.release_id = r.id) as lines,
           (select f.cipher from payment_files f where f.release_id = r.id and f.part = 'released') as "releasedCipher",
           (select f.cipher from payment_files f where f.release_id = r.id and f.part = 'held') as "heldCipher"
      from payment_releases r order by r.upload_id, r.number`)
  return rows.map(({ releasedCipher, heldCipher, ...row }) => {
    const ibansIn = (cipher: Buffer | null, part: string) => {
      const text = cipher && decrypt(cipher, `payment_files|cipher|${row.id}:${part}`).toString('utf8')
      return [...(text ?? '').matchAll(/^[A-Z]{2}\d{20}(?=;)/gm)].map(([iban]) => iban)
    }
    return { ...row, released: ibansIn(releasedCipher, 'released'), held: ibansIn(heldCipher, 'held') }
  })
}

/** I15: each payment of a released run is in exactly one of the files that can be signed. */
export function paymentsAreReleasedOnce({ releases, verifications, fileRows, audit }: Evidence): Violation[] {
  const ibans = new Map(verifications.map(({ id, iban }) => [id, iban]))
  const runs = Map.groupBy(releases, ({ uploadId }) => uploadId)
  return [...runs].flatMap(([uploadId, own]) => {
    const valid = own.filter(({ withdrawn }) => !withdrawn)
    const paid = valid.flatMap(({ released }) => released)
    const all = [...paid, ...(valid.at(-1)?.held ?? [])]
    const rows = fileRows.filter((row) => row.uploadId === uploadId)
    const lost = rows.filter(({ verificationId }) => !all.includes(ibans.get(verificationId ?? '') ?? ''))
    const counted = valid.every(({ lines, released }) => lines === released.length)
    const entries = audit.filter((one) => one.action === 'payment.released' && one.objectId === uploadId)
    const problems = [
      new Set(all).size < all.length && 'a payment is in two files',
      valid.length > 0 && lost.length > 0 && `${lost.length} payments are in no file`,
      !counted && 'the released lines are not those of the files',
      entries.length !== own.length &&
        `${entries.length} entries in the audit log for ${own.length} releases`,
    ]
    return problems.flatMap((what) => (what ? [{ invariant: 'I15', what: `${what}: run ${uploadId}` }] : []))
  })
}
