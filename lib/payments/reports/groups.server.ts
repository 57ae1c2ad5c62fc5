import 'server-only'
import type { Actor } from '@/lib/auth/roles'
import { runsByMessageId } from '@/lib/payments/reports/scopes.server'
import { type JoinableRun, mayLoadReports } from '@/lib/payments/reports/visible.server'
import type { Tx } from '@/lib/platform/db.server'
import { Refusal } from '@/lib/platform/refusal'
import type { ReportPart } from '@/lib/tables/reports/part'
import type { BankReport, ReportDocument, ReportTopic } from '@/lib/tables/reports/report'

/** The MsgIds of the payment files that a report answers. */
export const originalMessageIds = ({ documents }: BankReport): string[] => [
  ...new Set(documents.flatMap(({ originalMessageId }) => originalMessageId ?? [])),
]

/** Refuses a report whose MsgIds belong to other runs only. @throws Refusal 409 report_other_run */
export async function assertAnswersRun(tx: Tx, report: BankReport, runId: string): Promise<void> {
  const others = [...(await runsByMessageId(tx, originalMessageIds(report))).values()].flat()
  if (others.length > 0 && !others.includes(runId)) throw otherRunRefusal()
}

/** The refusal of a report that answers another run. */
export const otherRunRefusal = () =>
  new Refusal(409, 'report_other_run', 'This report answers another payment file. Load it on that run.')

/** Documents of a file, by index, that answer one run, or none that is known. */
export type DocumentGroup = { run: JoinableRun | null; about: ReportTopic; documents: number[] }

/**
 * Groups these documents of a file by the run that they answer and by what they are about: a status of a line would hide
 * the answer about its name. Those that answer no run come last, and names come before statuses.
 *
 * A document answers the run that the person chose if it has
 * - a MsgId of that run,
 * - no MsgId, or
 * - a MsgId that no run has, unless another document has one of the chosen run: then it is about another file.
 *
 * Otherwise it answers the only run with its MsgId, if this person may load reports for that run.
 */
export async function groupsOf(
  tx: Tx,
  { report, part, chosen }: { report: BankReport; part: ReportPart; chosen: JoinableRun | null },
  actor: Actor,
): Promise<DocumentGroup[]> {
  const runs = await runsByMessageId(tx, originalMessageIds(report))
  const documents = [...(part ?? report.documents.keys())].map((index) => {
    const { originalMessageId, about } = report.documents[index] as ReportDocument
    return {
      index,
      about,
      hasId: originalMessageId !== null,
      runIds: runs.get(originalMessageId ?? '') ?? [],
    }
  })
  const hasChosen = ({ runIds }: { runIds: readonly string[] }) =>
    chosen !== null && runIds.includes(chosen.id)
  const namesChosen = documents.some(hasChosen)
  const groups = new Map<string, DocumentGroup>()
  for (const document of documents) {
    const { index, about, hasId, runIds } = document
    const isChosen = hasChosen(document) || (runIds.length === 0 && !(hasId && namesChosen))
    const run = chosen && isChosen ? chosen : await reportableRun(tx, runIds, actor)
    const key = `${run?.id} ${about}`
    const group = groups.get(key) ?? { run, about, documents: [] }
    groups.set(key, group)
    group.documents.push(index)
  }
  const rank = ({ run, about }: DocumentGroup) => (run === null ? 2 : 0) + (about === 'status' ? 1 : 0)
  return [...groups.values()].sort((a, b) => rank(a) - rank(b))
}

/** The only run of a MsgId. Null if several runs have it, or if this person may not load reports for it. */
async function reportableRun(
  tx: Tx,
  [id, ...others]: readonly string[],
  actor: Actor,
): Promise<JoinableRun | null> {
  if (!id || others.length > 0) return null
  const upload = await tx.upload.findUniqueOrThrow({ where: { id }, select: { createdById: true } })
  return mayLoadReports(actor, upload.createdById) ? { id, createdById: upload.createdById } : null
}
