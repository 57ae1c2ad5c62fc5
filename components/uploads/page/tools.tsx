'use client'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { FilterChip } from '@/components/history/filter-chip'
import { SearchInput } from '@/components/live/search-field'
import { KindIcon } from '@/components/outcome/status-chip'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icons/icon'
import { isUploadOpen } from '@/components/uploads/percent'
import type { Rows } from '@/components/uploads/rows/use-rows'
import { REVIEW_STATES, STATUS_REASONS } from '@/lib/history/filters'
import type { UploadView } from '@/lib/uploads/view'

type ToolsProps = { upload: UploadView; rows: Rows; masked: boolean; children?: ReactNode }

/** Above the rows: search, filters for unsent rows, new rows; `children` are on the right. */
export function Tools({ upload, rows, masked, children }: ToolsProps) {
  const t = useTranslations('bulk.rows')
  // reserved while the page is open, so that the rows do not move at the end
  const [room] = useState(isUploadOpen(upload))
  const notSent = rows.filters.result.includes('not_sent')
  return (
    <search className="flex flex-wrap items-center gap-2 border-t border-border px-6 py-3 max-md:px-4 print:hidden">
      <div className="w-[264px] max-md:w-full">
        <SearchInput
          label={t('search')}
          placeholder={t(masked ? 'searchReference' : 'searchHint')}
          value={rows.typed}
          onType={rows.setTyped}
        />
      </div>
      <Narrowing rows={rows} />
      {(upload.notSent > 0 || notSent) && (
        <button
          type="button"
          className="filter num aria-pressed:border-solid aria-pressed:border-accent aria-pressed:text-fg aria-pressed:ring-1 aria-pressed:ring-accent"
          aria-pressed={notSent}
          title={t('notSentMeaning')}
          onClick={() => rows.toggle('not_sent')}
        >
          <KindIcon kind="not_sent" />
          {t('notSent', { n: upload.notSent })}
        </button>
      )}
      {rows.filtered && (
        <Button variant="ghost" icon="x" onClick={rows.clear}>
          {t('clear')}
        </Button>
      )}
      <span className="flex-1" />
      {(rows.fresh > 0 || rows.stale) && (
        <button
          type="button"
          className="num inline-flex h-7 items-center gap-2 rounded-full border border-running-line bg-running-soft px-2.5 text-sm font-medium text-running-fg"
          onClick={rows.refresh}
        >
          <Icon name="arrow-up" className="size-3.5" />
          {rows.fresh > 0 ? t('new', { n: rows.fresh }) : t('changed')}
        </button>
      )}
      {room && <span className="min-h-7 max-sm:basis-full">{isUploadOpen(upload) && children}</span>}
    </search>
  )
}

/** Filters by the reason for a missing result, and by review state. */
function Narrowing({ rows: { filters, filter } }: { rows: Rows }) {
  const t = useTranslations('history')
  const reasons = useTranslations('result.reason')
  const states = useTranslations('outcome.review')
  return (
    <>
      <FilterChip
        name={t('filter.reason')}
        values={STATUS_REASONS}
        chosen={filters.reason}
        word={reasons}
        onChange={(reason) => filter({ reason })}
      />
      <FilterChip
        name={t('filter.review')}
        values={REVIEW_STATES}
        chosen={filters.review}
        word={states}
        onChange={(review) => filter({ review })}
      />
    </>
  )
}
