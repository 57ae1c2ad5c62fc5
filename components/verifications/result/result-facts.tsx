'use client'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ReviewChip } from '@/components/outcome/review-chip'
import { reviewChipOf } from '@/components/outcome/review-state'
import { CopyButton } from '@/components/ui/copy-button'
import { Skeleton } from '@/components/ui/skeleton'
import { bankCode } from '@/lib/iban/banks'
import { formatIban } from '@/lib/iban/format'
import { bankOf } from '@/lib/verifications/bank'
import type { VerificationView } from '@/lib/verifications/view'

/** IBAN, bank, review and what the person added. */
export function ResultFacts({ check }: { check: VerificationView }) {
  const t = useTranslations('result.fact')
  const outcome = useTranslations('outcome.label')
  const purpose = useTranslations('check.more.purposes')
  const { review, reference, note, sandboxResult } = check
  const chip = reviewChipOf(review?.state ?? null)
  return (
    <dl className="result-facts">
      <Fact term={t('iban')}>
        <span className="result-iban" translate="no">
          {check.masked ? check.iban : formatIban(check.iban)}
        </span>
        {!check.masked && <CopyButton value={check.iban} label={t('copyIban')} />}
      </Fact>
      <Fact term={t('bank')}>
        <BankFact check={check} />
      </Fact>
      {review && <Fact term={t('review')}>{chip ? <ReviewChip state={chip} /> : t('superseded')}</Fact>}
      {reference && <Fact term={t('reference')}>{reference}</Fact>}
      {check.purpose && (
        <Fact term={t('purpose')}>{purpose.has(check.purpose) ? purpose(check.purpose) : check.purpose}</Fact>
      )}
      {sandboxResult && (
        <Fact term={t('simulated')}>
          {outcome.has(sandboxResult) ? outcome(sandboxResult) : sandboxResult}
        </Fact>
      )}
      {note && <Fact term={t('note')}>{note}</Fact>}
    </dl>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function BankFact({ check }: { check: VerificationView }) {
  const t = useTranslations('result.fact')
  const { name, bic, state, ours } = bankOf(check)
  const code = check.masked ? undefined : bankCode(check.iban)
  if (state === 'pending' && name === null) return <Skeleton className="w-32" label={t('bankPending')} />
  return (
    <>
      <span>{name ?? (code ? t('bankUnknown', { code }) : t('bankNone'))}</span>
      {bic && (
        <span className="result-bic" translate="no">
          {bic}
        </span>
      )}
      {ours && <small>{t('bankOurs', { ours })}</small>}
      {state === 'unavailable' && <small>{t('bankUnavailable')}</small>}
      {state === 'not_applicable' && <small>{t('bankNotApplicable')}</small>}
    </>
  )
}
