'use client'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ReviewChip } from '@/components/outcome/review-chip'
import { reviewChipOf } from '@/components/outcome/review-state'
import { CopyButton } from '@/components/ui/copy-button'
import { Skeleton } from '@/components/ui/skeleton'
import { bankCode } from '@/lib/iban/banks'
import { formatIban } from '@/lib/iban/format'
import type { VerificationView } from '@/lib/verifications/view'

type Bank = {
  name: string | null
  bic: string | null
  /** how the provider's own bank details stand; null where it gives none (everything but French IBANs) */
  state: 'pending' | 'completed' | 'unavailable' | 'not_applicable' | null
}

const STATES = ['pending', 'completed', 'unavailable', 'not_applicable'] as const

/** Name and BIC of the bank: the provider's where it gave them, else those of our own directory; never guessed. */
export function bankOf({ enrichment, bank }: Pick<VerificationView, 'enrichment' | 'bank'>): Bank {
  const status = enrichment?.bankName?.status ?? enrichment?.status ?? null
  const state = STATES.find((known) => known === status) ?? null
  const own = enrichment?.bankName?.value ?? null
  return {
    // while the provider still looks, our directory does not fill its place: the two may differ
    name: own ?? (state === 'pending' ? null : (bank?.name ?? null)),
    bic: enrichment?.bicCode?.value ?? (state === 'pending' ? null : (bank?.bic ?? null)),
    state,
  }
}

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
  const { name, bic, state } = bankOf(check)
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
      {state === 'unavailable' && <small>{t('bankUnavailable')}</small>}
      {state === 'not_applicable' && <small>{t('bankNotApplicable')}</small>}
    </>
  )
}
