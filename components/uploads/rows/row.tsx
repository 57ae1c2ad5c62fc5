'use client'
import { type ComponentProps, type MouseEvent, memo } from 'react'
import { useTranslations } from 'use-intl'
import { ReviewChip } from '@/components/outcome/review-chip'
import { reviewChipOf } from '@/components/outcome/review-state'
import { StatusChip } from '@/components/outcome/status-chip'
import { Num } from '@/components/ui/format'
import { Cell, Row, RowHeader } from '@/components/ui/table'
import { type EnvironmentName, pages } from '@/lib/http/paths'
import { formatIban, shortIban } from '@/lib/iban/format'
import type { UploadRowView } from '@/lib/uploads/view'
import { Detail } from './detail'

type UploadRowProps = {
  row: UploadRowView
  /** Its place among all rows, 0 = first. */
  index: number
  environment: EnvironmentName
  /** Its record is open beside the table. */
  open: boolean
  onOpen: (verificationId: string) => void
  measure: ComponentProps<'tr'>['ref']
}

/** One row of the file. Drawn again only when its own data changes. */
export const UploadRow = memo(function UploadRow({
  row,
  index,
  environment,
  open,
  onOpen,
  measure,
}: UploadRowProps) {
  const t = useTranslations('bulk.rows')
  const deleted = useTranslations('history')('deleted')
  const review = reviewChipOf(row.review?.state ?? null)
  // '' is what retention leaves
  const name = row.name || <span className="text-fg-subtle">{row.name === null ? t('noName') : deleted}</span>
  // a row that was never sent has no record
  const id = row.verificationId
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || !id) return
    event.preventDefault()
    onOpen(id)
  }
  return (
    <Row
      ref={measure}
      onOpen={id ? () => onOpen(id) : undefined}
      selected={open || undefined}
      aria-rowindex={index + 2}
      data-index={index}
    >
      <Cell numeric quiet className="up-number">
        <Num value={row.row} />
      </Cell>
      <RowHeader className="up-name">
        {id ? (
          <a
            href={pages.historyItem(environment, id)}
            onClick={follow}
            data-row={index}
            translate="no"
            title={row.name ?? undefined}
          >
            {name}
          </a>
        ) : (
          <span translate="no">{name}</span>
        )}
        {row.edited && (
          <small className="up-edited" title={t('editedMeaning')}>
            {t('edited')}
          </small>
        )}
        {row.iban && (
          <span className="up-short" role="img" aria-label={t('ibanEnding', { digits: row.iban.slice(-4) })}>
            {row.masked ? row.iban : shortIban(row.iban)}
          </span>
        )}
      </RowHeader>
      <Cell mono className="up-iban">
        {row.iban && (row.masked ? row.iban : formatIban(row.iban))}
      </Cell>
      <Cell className="up-bank" translate="no">
        {row.bankName}
      </Cell>
      <Cell className="up-result">
        <StatusChip kind={row.result} />
      </Cell>
      <Cell className="up-detail">
        <Detail row={row} environment={environment} />
      </Cell>
      <Cell className="up-review">{review && <ReviewChip state={review} variant="plain" />}</Cell>
    </Row>
  )
})
