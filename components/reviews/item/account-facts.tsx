'use client'
import { useTranslations } from 'use-intl'
import { CopyButton } from '@/components/ui/copy-button'
import { formatIban } from '@/lib/iban/format'
import type { ReviewItem } from '@/lib/reviews/view'

/** What is known of the account and the check, without opening the record. */
export function AccountFacts({ item }: { item: ReviewItem }) {
  const t = useTranslations('review.account')
  const id = item.verificationId
  const missing = <span className="text-fg-subtle">{t('notProvided')}</span>
  return (
    <>
      <h2 className="desk-h2">{t('title')}</h2>
      <dl className="desk-facts">
        <Fact wide mono term={t('iban')} copy={{ value: item.iban, label: t('copyIban') }}>
          {formatIban(item.iban)}
        </Fact>
        <Fact term={t('bank')}>
          {item.bankName ?? (item.bankCode ? t('bankCode', { code: item.bankCode }) : missing)}
          {item.bankName && <small className="block text-fg-muted">{t('bankOurs')}</small>}
        </Fact>
        <Fact mono={item.bic !== null} term={t('bic')}>
          {item.bic ?? missing}
        </Fact>
        <Fact term={t('reference')}>{item.reference ?? missing}</Fact>
        <Fact mono term={t('checkId')} copy={{ value: id, label: t('copyId') }}>
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
    <div data-wide={wide}>
      <dt>{term}</dt>
      <dd className={mono ? 'font-mono' : undefined}>
        <span className="min-w-0" translate="no">
          {children}
        </span>
        {copy && <CopyButton {...copy} />}
      </dd>
    </div>
  )
}
