'use client'
import { useTranslations } from 'use-intl'
import { Time } from '@/components/ui/format'
import type { LineView } from '@/lib/payments/view'

/** Why a line has its gate, in a sentence. For a released line, also in which release. */
export function LineReason({ line }: { line: Pick<LineView, 'gate' | 'reason' | 'release' | 'register'> }) {
  const t = useTranslations('payments')
  const loadedAt = line.register?.loadedAt ?? ''
  return (
    <>
      {line.gate === 'released' && line.release !== null
        ? t('lines.leftIn', { n: line.release })
        : t(`reason.${line.reason}`)}
      {line.register?.listed === false && line.gate !== 'released' && (
        <> {t.rich('lines.notInRegister', { date: () => <Time value={loadedAt} form="date" /> })}</>
      )}
    </>
  )
}
