import 'server-only'
import { Prisma, type Tx } from '@/lib/platform/db.server'
import { bool, int4, type RowOf, select, text, uuid } from '@/lib/platform/sql/select.server'
import { mayMention } from '@/lib/retention/mention.server'
import {
  dropFilesOf,
  type ErasureTarget,
  type FileRedaction,
} from '@/lib/retention/payments/drop-files.server'
import { stripLine, WITHOUT_PAYEE } from '@/lib/retention/payments/strip.server'
import { type DataSubject, isNamed, redact } from '@/lib/retention/subject'

const PAGE = 2_000
const LINE = {
  uploadId: uuid,
  number: int4,
  later: bool,
  held: bool,
  iban: text.or(null),
  name: text.or(null),
  debtorIban: text.or(null),
  debtorName: text.or(null),
  debtorBic: text.or(null),
  remittance: text.or(null),
  endToEndId: text.or(null),
  instructionId: text.or(null),
  uetr: text.or(null),
  ultimateCreditor: text.or(null),
  batchId: text.or(null),
}
type Line = RowOf<typeof LINE>

/** The runs in whose lines the subject is erased, and how many lines legal holds keep unchanged. */
export async function findLines(
  tx: Tx,
  erasure: ErasureTarget,
): Promise<{ runIds: Set<string>; held: number }> {
  const found = { runIds: new Set<string>(), held: 0 }
  for await (const changes of changedLines(tx, erasure, Prisma.sql`true`))
    for (const { line } of changes)
      if (line.held) found.held += 1
      else found.runIds.add(line.uploadId)
  return found
}

/**
 * Erases the subject from the lines of these runs, which are locked, whether as payee, as payer, or mentioned in a text.
 */
export async function eraseLines(
  tx: Tx,
  erasure: ErasureTarget,
  runIds: Set<string>,
): Promise<Omit<FileRedaction, 'held'>> {
  const sum = { changed: 0, uploadIds: [] as string[] }
  const ofRuns = Prisma.sql`l.upload_id = any(${[...runIds]}::uuid[])`
  for await (const changes of changedLines(tx, erasure, ofRuns)) {
    const uploads = [...new Set(changes.flatMap(({ line }) => (line.later ? [] : line.uploadId)))]
    // files before lines, as a release takes them: otherwise each could wait for the other
    await dropFilesOf(tx, uploads)
    sum.uploadIds.push(...uploads)
    for (const { line, change } of changes) {
      sum.changed += await apply(tx, line, change)
      if (change.pays) sum.changed += await stripLine(tx, line.uploadId, line.number)
    }
  }
  return sum
}

/** The lines to change of `which`, with those that a legal hold covers, a page at a time. */
async function* changedLines(
  tx: Tx,
  erasure: ErasureTarget,
  which: Prisma.Sql,
): AsyncGenerator<{ line: Line; change: Change }[]> {
  for (let last = { uploadId: '00000000-0000-0000-0000-000000000000', number: 0 }; ; ) {
    const page = await pageOf(tx, erasure, { which, last })
    yield page.flatMap((line) => {
      const change = changeOf(line, erasure.subject)
      return change && !(change.pays && line.later) ? [{ line, change }] : []
    })
    const end = page.at(-1)
    if (!end || page.length < PAGE) return
    last = { uploadId: end.uploadId, number: end.number }
  }
}

const pageOf = (
  tx: Tx,
  { subject, scope, before }: ErasureTarget,
  { which, last }: { which: Prisma.Sql; last: { uploadId: string; number: number } },
): Promise<Line[]> =>
  select(
    tx,
    LINE,
    Prisma.sql`
    select l.upload_id as "uploadId", l.number, u.created_at > ${before}::timestamptz as later,
           l.upload_id = any(${scope.uploadIds}::uuid[]) as held,
           l.iban, l.name, l.debtor_iban as "debtorIban", l.debtor_name as "debtorName",
           l.debtor_bic as "debtorBic", l.remittance, l.end_to_end_id as "endToEndId",
           l.instruction_id as "instructionId", l.uetr, l.ultimate_creditor as "ultimateCreditor",
           l.batch_id as "batchId"
      from payment_lines l join uploads u on u.id = l.upload_id
     where ${which} and (l.upload_id, l.number) > (${last.uploadId}::uuid, ${last.number}::int)
       and ${mayMention(
         Prisma.sql`concat_ws(' ', l.iban, l.name, l.debtor_iban, l.debtor_name, l.debtor_bic, l.remittance,
         l.end_to_end_id, l.instruction_id, l.uetr, l.ultimate_creditor, l.batch_id)`,
         subject,
       )}
     order by l.upload_id, l.number limit ${PAGE}`,
  )

type Texts = Omit<Line, 'uploadId' | 'number' | 'later' | 'held' | 'iban' | 'name'>

type Change = { pays: boolean; texts: Texts }

/**
 * What to change in a line. `pays`: the line pays the subject, so everything about its payee is deleted. `texts`: its
 * texts without the subject. Null: nothing.
 */
function changeOf(line: Line, subject: DataSubject): Change | null {
  const pays = subject.kind === 'iban' ? line.iban === subject.key : isNamed(subject, line.name ?? '')
  const without = (value: string | null) => value && redact(value, subject)
  const texts: Texts = {
    debtorIban: line.debtorIban === subject.key ? null : line.debtorIban,
    debtorName: isNamed(subject, line.debtorName ?? '') ? null : line.debtorName,
    debtorBic: without(line.debtorBic),
    remittance: without(line.remittance),
    endToEndId: without(line.endToEndId),
    instructionId: without(line.instructionId),
    uetr: without(line.uetr),
    ultimateCreditor: without(line.ultimateCreditor),
    batchId: without(line.batchId),
  }
  const same = Object.entries(texts).every(([key, value]) => value === line[key as keyof Texts])
  return pays || !same ? { pays, texts } : null
}

function apply(tx: Tx, { uploadId, number }: Line, { pays, texts }: Change): Promise<number> {
  const payee = pays
    ? WITHOUT_PAYEE
    : Prisma.sql`
        remittance = ${texts.remittance}, end_to_end_id = ${texts.endToEndId},
        instruction_id = ${texts.instructionId}, uetr = ${texts.uetr}, ultimate_creditor = ${texts.ultimateCreditor}`
  return tx.$executeRaw`
    update payment_lines l
       set debtor_iban = ${texts.debtorIban}, debtor_name = ${texts.debtorName}, debtor_bic = ${texts.debtorBic},
           batch_id = ${texts.batchId}, ${payee}
     where l.upload_id = ${uploadId}::uuid and l.number = ${number}::int`
}
