import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Actor } from '@/lib/auth/roles'
import { type Bank, bankCode, findBank } from '@/lib/iban/banks'
import { duplicateKey, foldName } from '@/lib/names/text/fold'
import type { Tx } from '@/lib/platform/db.server'
import type { ParsedRow } from '@/lib/uploads/intake/parse.server'
import type { KnownChoice } from '@/lib/uploads/known/known'

/** The sender, the connection and the bulk size of an upload. */
export type Plan = { uploadId: string; userId: string; connectionId: string; bulkSize: number }
/** The same for an upload that will be sent, with the sender's permissions and their wish about known answers. */
export type SendPlan = Plan & { sender: Actor; known: KnownChoice }

type KeptRow = Extract<ParsedRow, { iban: string }>
type NewVerification = KeptRow & { id: string; bulkId: string; index: number }

/** Rows per INSERT statement. */
export const BATCH = 5_000

/**
 * Stores rows in batches in one transaction. Rows with the same IBAN and name (duplicateKey of lib/names) share one
 * verification, with the name of the first row. Verifications fill bulks in file order. Their IDs are random and fall in
 * file order: every index with the ID in it fills in one direction, and the history shows them as the file has them.
 */
export class RowStore {
  kept = 0
  /** rows that were declared as edited */
  edited = 0
  verifications = 0
  readonly bulkIds: string[] = []
  /** the folded names of each IBAN */
  readonly names = new Map<string, string[]>()
  readonly #tx: Tx
  readonly #plan: Plan
  readonly #known = new Map<string, string>()
  readonly #banks = new Map<string, Promise<Bank | undefined>>()
  /** of verifications to come, the highest last */
  readonly #ids: string[]

  /** @param most how many verifications there may be */
  constructor(tx: Tx, plan: Plan, most: number) {
    this.#tx = tx
    this.#plan = plan
    this.#ids = Array.from({ length: most }, () => randomUUID()).sort()
  }

  async add(rows: ParsedRow[]): Promise<void> {
    const fresh: NewVerification[] = []
    const pointers = rows.map((row) => ('skipped' in row ? null : this.#verificationOf(row, fresh)))
    await this.#insertBulks(fresh)
    await this.#insertVerifications(fresh)
    await this.#tx.$executeRaw`
      insert into upload_rows (upload_id, number, verification_id, name, reference, not_sent_code, edited)
      select ${this.#plan.uploadId}::uuid, * from unnest(
        ${rows.map((row) => row.row)}::int[], ${pointers}::uuid[],
        ${rows.map((row) => ('skipped' in row ? null : row.name))}::text[],
        ${rows.map((row) => ('skipped' in row ? null : row.reference))}::text[],
        ${rows.map((row) => ('skipped' in row ? row.skipped : null))}::text[],
        ${rows.map((row) => !('skipped' in row) && row.edited)}::boolean[])`
  }

  /** Stores the last, partial bulk and analyses the tables, so that the planner has statistics before the commit. */
  async finish(): Promise<void> {
    const last = this.bulkIds.at(-1)
    const size = this.verifications - (this.bulkIds.length - 1) * this.#plan.bulkSize
    if (last) await this.#tx.bulk.update({ where: { id: last }, data: { size } })
    await this.#tx.$executeRaw`select analyze_filled(${this.kept}::int)`
  }

  /** The verification of an IBAN and the `duplicateKey` of a name in this upload, if any. */
  checkOf(iban: string, key: string): string | undefined {
    return this.#known.get(`${iban} ${key}`)
  }

  #verificationOf(row: KeptRow, fresh: NewVerification[]): string {
    this.kept++
    if (row.edited) this.edited++
    const key = duplicateKey(row.name)
    const known = this.checkOf(row.iban, key)
    if (known) return known
    const id = this.#ids.pop() ?? randomUUID()
    const index = this.verifications % this.#plan.bulkSize
    if (index === 0) this.bulkIds.push(randomUUID())
    fresh.push({ ...row, id, index, bulkId: this.bulkIds.at(-1) as string })
    this.#known.set(`${row.iban} ${key}`, id)
    const names = this.names.get(row.iban)
    if (names) names.push(foldName(row.name))
    else this.names.set(row.iban, [foldName(row.name)])
    this.verifications++
    return id
  }

  async #insertBulks(fresh: NewVerification[]): Promise<void> {
    const started = new Set(fresh.filter((one) => one.index === 0).map((one) => one.bulkId))
    const { uploadId, bulkSize, connectionId } = this.#plan
    const data = [...started].map((id) => ({
      id,
      uploadId,
      connectionId,
      number: this.bulkIds.indexOf(id) + 1,
      size: bulkSize,
    }))
    if (data.length > 0) await this.#tx.bulk.createMany({ data })
  }

  async #insertVerifications(fresh: NewVerification[]): Promise<void> {
    if (fresh.length === 0) return
    const { uploadId, userId, connectionId } = this.#plan
    const banks = await Promise.all(fresh.map((one) => this.#bankOf(one.iban)))
    await this.#tx.$executeRaw`
      insert into verifications (environment, source, status, requested_by_id, connection_id, upload_id, id, bulk_id,
        item_index, iban, name, name_search, country, bank_code, bank_name, reference, note)
      select 'live', 'bulk', 'pending', ${userId}::uuid, ${connectionId}::uuid, ${uploadId}::uuid, * from unnest(
        ${fresh.map((one) => one.id)}::uuid[], ${fresh.map((one) => one.bulkId)}::uuid[],
        ${fresh.map((one) => one.index)}::int[], ${fresh.map((one) => one.iban)}::text[],
        ${fresh.map((one) => one.name)}::text[], ${fresh.map((one) => foldName(one.name))}::text[],
        ${fresh.map((one) => one.country)}::text[], ${fresh.map((one) => bankCode(one.iban) ?? null)}::text[],
        ${banks.map((bank) => bank?.name ?? null)}::text[], ${fresh.map((one) => one.reference)}::text[],
        ${fresh.map((one) => one.note)}::text[])`
  }

  /** Cached: files contain few banks many times. */
  #bankOf(iban: string): Promise<Bank | undefined> {
    const code = bankCode(iban)
    if (!code) return Promise.resolve(undefined)
    const key = iban.slice(0, 2) + code
    const known = this.#banks.get(key) ?? findBank(iban)
    this.#banks.set(key, known)
    return known
  }
}
