'use client'
import { type ComponentProps, type MouseEvent, memo } from 'react'
import { useTranslations } from 'use-intl'
import { ReviewChip } from '@/components/outcome/review-chip'
import { StatusChip } from '@/components/outcome/status-chip'
import { ShortIban } from '@/components/page/short-iban'
import { cx } from '@/components/ui/cx'
import { Num } from '@/components/ui/format'
import { isPlainClick } from '@/components/ui/link'
import { Cell, Row, RowHeader } from '@/components/ui/table'
import { type EnvironmentName, pages } from '@/lib/http/paths'
import { formatIban } from '@/lib/iban/format'
import type { UploadRowView } from '@/lib/uploads/view'
import { Detail } from './detail'

type UploadRowProps = {
  row: UploadRowView
  /** Its index among all rows. */
  index: number
  environment: EnvironmentName
  /** Its record is open beside the table. */
  open: boolean
  onOpen: (verificationId: string) => void
  measure: ComponentProps<'tr'>['ref']
}

const LINES = 'py-1 leading-4.5 whitespace-normal wrap-anywhere'

/** Text longer than the chip wraps, because the columns have a fixed width. */
const ChipCell = ({ className, ...rest }: ComponentProps<typeof Cell>) => (
  <Cell
    className={cx('*:h-auto *:min-h-6 *:py-px *:text-start *:wrap-anywhere *:whitespace-normal', className)}
    {...rest}
  />
)

/** One row of the file. Memoised: rendered again only when its own data changes. */
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
  // retention leaves an empty string
  const name = row.name || <span className="text-fg-subtle">{row.name === null ? t('noName') : deleted}</span>
  // an unsent row has no record
  const id = row.verificationId
  const follow = (event: MouseEvent) => {
    if (!id || !isPlainClick(event)) return
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
      <Cell numeric quiet className="max-md:hidden">
        <Num value={row.row} />
      </Cell>
      <RowHeader className={cx(LINES, 'max-md:pl-4')}>
        {id ? (
          <a
            className="line-clamp-3 text-ellipsis"
            href={pages.historyItem(environment, id)}
            onClick={follow}
            data-row={index}
            translate="no"
            title={row.name ?? undefined}
          >
            {name}
          </a>
        ) : (
          <span className="line-clamp-3 text-ellipsis" translate="no">
            {name}
          </span>
        )}
        {row.edited && (
          <small className="ms-1.5 text-fg-muted" title={t('editedMeaning')}>
            {t('edited')}
          </small>
        )}
        {row.iban && (
          <ShortIban
            iban={row.iban}
            className="mt-0.5 block font-mono text-sm leading-4.5 font-normal text-fg-muted md:hidden"
          />
        )}
      </RowHeader>
      <Cell mono className={cx(LINES, 'max-md:hidden')}>
        {row.iban && (row.masked ? row.iban : formatIban(row.iban))}
      </Cell>
      <Cell className={cx(LINES, 'text-fg-muted max-lg:hidden')} translate="no">
        {row.bankName}
      </Cell>
      <ChipCell className="max-md:pr-4 max-md:text-right">
        <StatusChip kind={row.result} />
      </ChipCell>
      <Cell className={cx(LINES, 'text-fg-muted max-lg:hidden')}>
        <Detail row={row} environment={environment} />
      </Cell>
      <ChipCell className="max-lg:hidden">
        <ReviewChip state={row.review?.state} variant="plain" />
      </ChipCell>
    </Row>
  )
})
