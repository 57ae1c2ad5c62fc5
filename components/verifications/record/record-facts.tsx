'use client'
import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { CopyButton } from '@/components/ui/copy-button'
import { Link } from '@/components/ui/link'
import { useServerNow } from '@/components/ui/use-server-now'
import { pages } from '@/lib/http/paths'
import { formatIban } from '@/lib/iban/format'
import { bankOf } from '@/lib/verifications/bank'
import { MAX_LISTED_ROWS, type VerificationView } from '@/lib/verifications/view'

/** IBAN, bank, reference, source, requester. */
export function RecordFacts({ record }: { record: VerificationView }) {
  const t = useTranslations('history.fact')
  const result = useTranslations('result.fact')
  const asker = useTranslations('evidence.report.fact')
  const { upload, previousId } = record
  const now = useServerNow(60_000)
  const bank = bankOf(record, now)
  const whole = !record.iban.includes('·')
  return (
    <dl>
      {!record.purgedAt && (
        <Fact term={t('iban')} copy={whole ? { value: record.iban, label: t('copyIban') } : undefined}>
          <span className="font-mono max-[380px]:tracking-[-0.045em]" translate="no">
            {whole ? formatIban(record.iban) : record.iban}
          </span>
        </Fact>
      )}
      {(bank.name ?? bank.bic) && (
        <Fact term={t('bank')}>
          <span translate="no">{bank.name}</span>{' '}
          {bank.bic && (
            <span className="font-mono text-fg-muted max-[380px]:tracking-[-0.045em]">{bank.bic}</span>
          )}
          {bank.ours && (
            <small className="block text-fg-muted">{result('bankOurs', { ours: bank.ours })}</small>
          )}
        </Fact>
      )}
      {record.reference && <Fact term={t('reference')}>{record.reference}</Fact>}
      {record.purpose && <Fact term={t('purpose')}>{record.purpose}</Fact>}
      {record.note && <Fact term={t('note')}>{record.note}</Fact>}
      <Fact term={t('source')}>
        {upload ? <UploadLink upload={upload} /> : <Source source={record.source} />}
      </Fact>
      <Fact term={asker('by', { source: record.source })}>
        <span translate="no">{record.requestedBy.name}</span>
      </Fact>
      {previousId && (
        <Fact term={t('earlier')}>
          <Link href={pages.historyItem(record.environment, previousId)}>{t('earlierLink')}</Link>
        </Fact>
      )}
    </dl>
  )
}

function Source({ source }: Pick<VerificationView, 'source'>) {
  const t = useTranslations('history.source')
  return t(source)
}

function UploadLink({ upload }: { upload: NonNullable<VerificationView['upload']> }) {
  const t = useTranslations('history')
  const format = useFormatter()
  const { fileName, rows } = upload
  const file = () => <span translate="no">{fileName}</span>
  const numbers = rows.slice(0, MAX_LISTED_ROWS).map((row) => format.number(row))
  const more = rows.length > MAX_LISTED_ROWS ? [t('moreRows')] : []
  const words = t.rich('fromRows', { file, count: rows.length, rows: format.list([...numbers, ...more]) })
  return (
    <>
      <Link href={pages.upload(upload.id)}>{words}</Link>
      {upload.payments && (
        <Link className="block" href={pages.paymentRun(upload.id)}>
          {t('paymentRun')}
        </Link>
      )}
    </>
  )
}

type FactProps = { term: string; children: ReactNode; copy?: { value: string; label: string } }

function Fact({ term, children, copy }: FactProps) {
  return (
    <div className="grid grid-cols-[8rem_minmax(0,1fr)] gap-3 border-b border-border py-1.5 text-sm leading-5 max-[380px]:grid-cols-1 max-[380px]:gap-0">
      <dt className="py-1 text-fg-muted max-[380px]:pb-0">{term}</dt>
      <dd className="flex min-h-7 items-center justify-between gap-2 wrap-anywhere">
        <span className="min-w-0">{children}</span>
        {copy && <CopyButton {...copy} />}
      </dd>
    </div>
  )
}
