'use client'
import { useTranslations } from 'use-intl'
import { SegmentedProgress } from '@/components/outcome/segmented-progress'
import { Num, Time } from '@/components/ui/format'
import { Link } from '@/components/ui/link'
import { Cell, Row, RowHeader } from '@/components/ui/table'
import { isUploadOpen, percentOf } from '@/components/uploads/percent'
import { stateOf } from '@/components/uploads/state'
import { UploadChip } from '@/components/uploads/upload-chip'
import { pages } from '@/lib/http/paths'
import { answeredOf, type CountedResult, RESULTS } from '@/lib/uploads/counts'
import { givenTitle, type UploadItem } from '@/lib/uploads/view'

type ListRowProps = { item: UploadItem; numbers: readonly CountedResult[] }

export function ListRow({ item, numbers }: ListRowProps) {
  const { id, fileName, counts, total, createdBy, createdAt } = item
  const title = givenTitle(item)
  const href = pages.upload(id)
  return (
    <Row href={href}>
      <RowHeader className="min-w-48 py-1 whitespace-normal wrap-anywhere max-md:min-w-0">
        <Link href={href} data-row translate="no" title={fileName} className="line-clamp-3 text-ellipsis">
          {fileName}
        </Link>
        {title && (
          <small
            translate="no"
            className="line-clamp-2 text-xs leading-4.5 font-normal text-ellipsis text-fg-subtle"
          >
            {title}
          </small>
        )}
      </RowHeader>
      <Cell numeric className="max-md:hidden">
        <Num value={total} />
      </Cell>
      <Cell>
        <Progress item={item} />
      </Cell>
      {numbers.map((result) => (
        <Cell key={result} numeric className="max-md:hidden">
          {counts[result] > 0 && <Num value={counts[result]} />}
        </Cell>
      ))}
      <Cell className="py-1 max-md:hidden">
        <Time value={createdAt} />
        <span className="block text-xs text-fg-subtle" translate="no">
          {createdBy.name}
        </span>
      </Cell>
    </Row>
  )
}

function Progress({ item }: { item: UploadItem }) {
  const t = useTranslations('bulk.progress')
  const { counts, total, fileName } = item
  const answered = answeredOf(counts)
  const values = { percent: percentOf(answered, total), answered, total }
  return (
    <div className="grid grid-cols-[6rem_auto] items-center justify-start gap-2.5 max-md:grid-cols-1 max-md:gap-1 max-md:py-2">
      <SegmentedProgress
        small
        className="h-1.5"
        label={fileName}
        valueText={t('value', values)}
        total={total}
        answered={answered}
        segments={RESULTS.map((kind) => ({ kind, count: counts[kind] }))}
      />
      <span className="flex items-center gap-2">
        <UploadChip
          state={stateOf(item)}
          counts={counts}
          variant="plain"
          className="max-md:h-auto max-md:whitespace-normal max-md:wrap-anywhere"
        />
        {isUploadOpen(item) && <span className="num text-fg-muted">{t('percent', values)}</span>}
      </span>
    </div>
  )
}
