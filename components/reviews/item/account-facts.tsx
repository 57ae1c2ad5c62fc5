'use client'
import { useTranslations } from 'use-intl'
import { ItemHeading } from '@/components/reviews/desk/boxes'
import { CopyButton } from '@/components/ui/copy-button'
import { cx } from '@/components/ui/cx'
import { formatIban } from '@/lib/iban/format'
import type { ReviewItem } from '@/lib/reviews/view'

/** Facts about the account and the check, without opening the record. */
export function AccountFacts({ item }: { item: ReviewItem }) {
  const t = useTranslations('review.account')
  const iban = useTranslations('iban')
  const copyId = useTranslations('result.details')('copyId')
  const id = item.verificationId
  const missing = <span className="text-fg-subtle">{t('notProvided')}</span>
  return (
    <>
      <ItemHeading>{t('title')}</ItemHeading>
      <dl className="grid grid-cols-3 gap-px overflow-clip rounded-lg border border-border bg-border max-md:grid-cols-1">
        <Fact wide mono term={t('iban')} copy={{ value: item.iban, label: t('copyIban') }}>
          {formatIban(item.iban)}
        </Fact>
        <Fact term={t('bank')}>
          {item.bankName ?? (item.bankCode ? iban('bankCode', { code: item.bankCode }) : missing)}
          {item.bankName && <small className="block text-fg-muted">{t('bankOurs')}</small>}
        </Fact>
        <Fact mono={item.bic !== null} term={t('bic')}>
          {item.bic ?? missing}
        </Fact>
        <Fact term={t('reference')}>{item.reference ?? missing}</Fact>
        <Fact mono term={t('checkId')} copy={{ value: id, label: copyId }}>
          {`${id.slice(0, 4)}…${id.slice(-4)}`}
        </Fact>
      </dl>
      {item.note && (
        <p className="mt-3 text-sm text-fg-muted">
          {t.rich('note', { note: () => <span translate="no">{item.note}</span> })}
        </p>
      )}
    </>
  )
}

type FactProps = {
  term: string
  children: React.ReactNode
  wide?: boolean
  mono?: boolean
  copy?: { value: string; label: string }
}

function Fact({ term, children, wide, mono, copy }: FactProps) {
  return (
    <div className={cx('relative min-w-0 bg-surface px-3.5 py-2.5', wide && 'md:col-span-2')}>
      <dt className="text-xs text-fg-subtle">{term}</dt>
      <dd className={cx('mt-0.5 text-sm font-[450] wrap-anywhere', mono && 'font-mono tracking-[-0.01em]')}>
        <span className="min-w-0" translate="no">
          {children}
        </span>
        {copy && <CopyButton {...copy} className="absolute top-1 right-1.5" />}
      </dd>
    </div>
  )
}
