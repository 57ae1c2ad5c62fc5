import 'server-only'
import type { ReportWords } from '@/lib/exports/pdf/words.server'
import { Pdf } from '@/lib/exports/pdf/writer.server'
import type { EnvironmentName } from '@/lib/http/paths'

/**
 * Who made the report, when, and the hash of the whole record it describes; null for masked roles, to whom a hash would
 * prove a guessed name or IBAN.
 */
export type ReportOrigin = { by: string; at: Date; recordHash: string | null }

/** Opens the report of a check or an upload: title, who made it, and that it is from the sandbox. */
export function openReport(
  of: 'check' | 'upload',
  { id, environment }: { id: string; environment: EnvironmentName },
  made: ReportOrigin,
  words: ReportWords,
): Pdf {
  const { t } = words
  const isSandbox = environment === 'sandbox'
  const pdf = new Pdf({
    title: t(`${of}.title`),
    lang: words.locale,
    footer: t(`${of}.footer`, { id }),
    notice: words.notice,
    watermark: isSandbox ? t('sandbox') : null,
    page: (page, of) => t('page', { page, of }),
    madeAt: made.at,
  })
  pdf.title(t(`${of}.title`))
  pdf.text(t('made', { by: made.by, at: words.time(made.at.toISOString()), zone: words.zone }), true)
  if (isSandbox) pdf.text(t('sandboxText'))
  return pdf
}
