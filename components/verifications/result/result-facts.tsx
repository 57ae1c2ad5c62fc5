'use client'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ReviewChip } from '@/components/outcome/review-chip'
import { CopyButton } from '@/components/ui/copy-button'
import { Skeleton } from '@/components/ui/messages/skeleton'
import { useServerNow } from '@/components/ui/use-server-now'
import { bankCode } from '@/lib/iban/banks'
import { formatIban } from '@/lib/iban/format'
import { hasKey } from '@/lib/platform/language/keys'
import { bankOf } from '@/lib/verifications/bank'
import type { VerificationView } from '@/lib/verifications/view'

/** IBAN, bank, review and the person's own fields. */
export function ResultFacts({ check }: { check: VerificationView }) {
  const t = useTranslations('result.fact')
  const outcome = useTranslations('outcome.label')
  const purpose = useTranslations('check.more.purposes')
  const { review, reference, note, sandboxResult } = check
  return (
    <dl className="mt-4.5 grid grid-cols-1 gap-3 md:@xl:grid-cols-[minmax(18.75rem,1.55fr)_1.1fr_1fr] md:@xl:gap-x-6 md:@xl:gap-y-4">
      <Fact term={t('iban')}>
        {/* a French IBAN fits in one line, with its button beside the label above it */}
        <span
          className="font-mono text-sm leading-5 tracking-[-0.01em] max-[380px]:tracking-[-0.045em]"
          translate="no"
        >
          {check.masked ? check.iban : formatIban(check.iban)}
        </span>
        {!check.masked && (
          <CopyButton
            value={check.iban}
            label={t('copyIban')}
            className="-top-1.5 -right-1.5 max-[380px]:absolute pointer-coarse:-top-3.5 pointer-coarse:-right-3.5"
          />
        )}
      </Fact>
      <Fact term={t('bank')}>
        <BankFact check={check} />
      </Fact>
      {review && (
        <Fact term={t('review')}>
          {review.state === 'superseded' ? t('superseded') : <ReviewChip state={review.state} />}
        </Fact>
      )}
      {reference && <Fact term={t('reference')}>{reference}</Fact>}
      {check.purpose && (
        <Fact term={t('purpose')}>
          {hasKey(purpose, check.purpose) ? purpose(check.purpose) : check.purpose}
        </Fact>
      )}
      {sandboxResult && (
        <Fact term={t('simulated')}>
          {hasKey(outcome, sandboxResult) ? outcome(sandboxResult) : sandboxResult}
        </Fact>
      )}
      {note && <Fact term={t('note')}>{note}</Fact>}
    </dl>
  )
}

/** A bank in the last place gets the whole row, because its name may be long. */
function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0 max-[380px]:relative md:@xl:last:nth-2:col-start-2 md:@xl:last:nth-2:-col-end-1">
      <dt className="text-xs text-fg-subtle">{term}</dt>
      <dd className="flex min-h-7 flex-wrap items-center gap-x-1.5 font-[450] wrap-anywhere">{children}</dd>
    </div>
  )
}

const Aside = ({ children }: { children: string }) => (
  <small className="basis-full text-xs leading-5 text-fg-muted">{children}</small>
)

function BankFact({ check }: { check: VerificationView }) {
  const t = useTranslations('result.fact')
  const iban = useTranslations('iban')
  const now = useServerNow(60_000)
  const { name, bic, state, ours } = bankOf(check, now)
  const code = check.masked ? undefined : bankCode(check.iban)
  if (state === 'pending' && name === null) return <Skeleton className="w-32" label={t('bankPending')} />
  return (
    <>
      <span>{name ?? (code ? iban('bankCode', { code }) : t('bankNone'))}</span>
      {bic && (
        <span className="font-mono text-sm leading-5 text-fg-muted" translate="no">
          {bic}
        </span>
      )}
      {ours && <Aside>{t('bankOurs', { ours })}</Aside>}
      {state === 'unavailable' && <Aside>{t('bankUnavailable')}</Aside>}
      {state === 'not_applicable' && <Aside>{t('bankNotApplicable')}</Aside>}
    </>
  )
}
