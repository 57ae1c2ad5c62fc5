'use client'
import { useTranslations } from 'use-intl'
import { KINDS } from '@/components/outcome/kinds'
import { KindIcon, StatusChip } from '@/components/outcome/status-chip'
import { Chip } from '@/components/ui/chip'
import { resultOfCode } from '@/lib/payments/reports/results'
import type { BankAnswer, LineView } from '@/lib/payments/view'

/** The result of our own check. */
export function CheckResult({ line: { result } }: { line: Pick<LineView, 'result'> }) {
  const kind = KINDS.find((each) => each === result)
  return kind ? <StatusChip kind={kind} /> : null
}

/** The answer of the payer's bank, and whether it differs from ours. `titled`: a heading already names the bank. */
export function BankResult({ bank, titled }: { bank: BankAnswer; titled?: boolean }) {
  const t = useTranslations('payments.lines')
  const outcome = useTranslations('outcome.label')
  // other codes are shown as received
  const kind = bank.code === 'PDNG' ? 'waiting' : resultOfCode(bank.code)
  return (
    <span className="flex flex-wrap items-center gap-1.5 text-sm">
      {!titled && <span className="text-fg-subtle">{t('bank')}</span>}
      {kind ? (
        <span className="inline-flex items-center gap-1">
          <KindIcon kind={kind} />
          {outcome(kind)}
        </span>
      ) : (
        <span translate="no">{bank.code ?? t('bankSilent')}</span>
      )}
      {bank.differs && (
        <Chip icon="triangle-exclamation-point" className="text-fg">
          {t('differs')}
        </Chip>
      )}
    </span>
  )
}
