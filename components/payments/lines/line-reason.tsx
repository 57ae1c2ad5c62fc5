'use client'
import { useTranslations } from 'use-intl'
import type { LineView } from '@/lib/payments/view'

/** Why a line has its gate, in a sentence; of a line that left, in which release. */
export function LineReason({
  line,
}: {
  line: Pick<LineView, 'gate' | 'reason' | 'release' | 'participates'>
}) {
  const t = useTranslations('payments')
  return (
    <>
      {line.gate === 'released' && line.release !== null
        ? t('lines.leftIn', { n: line.release })
        : t(`reason.${line.reason}`)}
      {line.participates === false && line.gate !== 'released' && ` ${t('lines.outside')}`}
    </>
  )
}
