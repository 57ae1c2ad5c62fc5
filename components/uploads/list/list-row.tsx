'use client'
import { useTranslations } from 'use-intl'
import { SegmentedProgress } from '@/components/outcome/segmented-progress'
import { FileHeader, TimeAndPerson } from '@/components/page/file-cells'
import { Num } from '@/components/ui/format'
import { Cell, Row } from '@/components/ui/table'
import { isUploadOpen, percentOf } from '@/components/uploads/percent'
import { stateOf } from '@/components/uploads/state'
import { UploadChip } from '@/components/uploads/upload-chip'
import { pages } from '@/lib/http/paths'
import { answeredOf, type CountedResult, RESULTS } from '@/lib/uploads/counts'
import type { UploadItem } from '@/lib/uploads/view'

type ListRowProps = { item: UploadItem; numbers: readonly CountedResult[] }

export function ListRow({ item, numbers }: ListRowProps) {
  const { id, counts, total, createdBy, createdAt } = item
  const href = pages.upload(id)
  return (
    <Row href={href}>
      <FileHeader href={href} file={item} className="min-w-48" />
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
        <TimeAndPerson value={createdAt} person={createdBy} />
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
