'use client'
import { useTranslations } from 'use-intl'
import { ibanText } from '@/components/payments/iban-text'
import { ProfileAdvice } from '@/components/payments/profile-advice'
import { Day } from '@/components/ui/format'
import { Fact } from '@/components/ui/layout'
import { SumLines } from '@/components/ui/money'
import type { RunView } from '@/lib/payments/view'

const MOST = 3

/** The facts in the file: debtor accounts, execution dates and sums. */
export function RunFacts({ run }: { run: RunView }) {
  const t = useTranslations('payments.run')
  const lines = useTranslations('payments.lines')
  const profile = useTranslations('paymentAdmin.profiles')
  const { debtors, dueDates, original, messageId, advice } = run
  const days = dueDates.slice(0, MOST)
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-3 text-sm">
      <Fact term={t('total')}>
        <SumLines sums={original.sums} className="font-[550]" />
        <span className="num text-fg-muted">{lines('count', { n: original.lines })}</span>
      </Fact>
      <Fact term={t('debtors', { n: debtors.length })}>
        {debtors.slice(0, MOST).map(({ iban, name, bic }) => (
          <span key={`${iban} ${name} ${bic}`} className="block" translate="no">
            {name}
            {iban && <span className="block font-mono text-fg-muted">{ibanText(iban)}</span>}
          </span>
        ))}
        {debtors.length > MOST && (
          <span className="text-fg-muted">{t('more', { n: debtors.length - MOST })}</span>
        )}
      </Fact>
      <Fact term={t('dueDates', { n: dueDates.length })}>
        {days.map((day) => (
          <span key={day} className="block">
            <Day value={day} />
          </span>
        ))}
        {dueDates.length > MOST && (
          <span className="text-fg-muted">{t('more', { n: dueDates.length - MOST })}</span>
        )}
        {dueDates.length === 0 && <span className="text-fg-muted">{t('noDueDate')}</span>}
      </Fact>
      <Fact term={t('bank')} className="max-w-64">
        {advice ? (
          <>
            <span translate="no">{advice.bank}</span>
            <span className="block text-fg-muted">
              {t('withVop', { channel: advice.channelWithVop ?? profile('unknown') })}
            </span>
            <span className="block text-fg-muted">
              {t('withoutVop', { channel: advice.channelWithoutVop ?? profile('unknown') })}
            </span>
            <span className="block text-fg-muted">
              {t('byDefault', { what: profile(`byDefault.${advice.byDefault}`) })}
            </span>
            {run.lines === 1 && <ProfileAdvice advice={advice} topic="oneLine" className="text-fg-muted" />}
          </>
        ) : (
          <span className="text-fg-muted">{t('bankUnknown')}</span>
        )}
      </Fact>
      {messageId && (
        <Fact term={t('messageId')}>
          <span className="font-mono" translate="no">
            {messageId}
          </span>
        </Fact>
      )}
    </dl>
  )
}
