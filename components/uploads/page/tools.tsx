'use client'
import { type ReactNode, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { KindIcon } from '@/components/outcome/status-chip'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { SearchInput } from '@/components/ui/input'
import { useShortcut } from '@/components/ui/shortcut'
import { isUploadOpen } from '@/components/uploads/percent'
import type { Rows } from '@/components/uploads/rows/use-rows'
import type { UploadView } from '@/lib/uploads/view'

type ToolsProps = { upload: UploadView; rows: Rows; masked: boolean; children?: ReactNode }

/** Above the rows: search, what was not sent, new rows; `children` stand at the right. */
export function Tools({ upload, rows, masked, children }: ToolsProps) {
  const t = useTranslations('bulk.rows')
  const notSent = rows.filters.result.includes('not_sent')
  return (
    <div className="up-tools">
      <Search rows={rows} masked={masked} />
      {(upload.notSent > 0 || notSent) && (
        <button
          type="button"
          className="up-filter"
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
        <button type="button" className="up-new" onClick={rows.refresh}>
          <Icon name="arrow-up" />
          {rows.fresh > 0 ? t('new', { n: rows.fresh }) : t('changed')}
        </button>
      )}
      {isUploadOpen(upload) && children}
    </div>
  )
}

/** Searches while typing, after a short pause. What is typed never goes into an address. */
function Search({ rows, masked }: { rows: Rows; masked: boolean }) {
  const t = useTranslations('bulk')
  const input = useRef<HTMLInputElement>(null)
  useShortcut('/', () => input.current?.focus(), { label: t('act.keys.search') })
  return (
    <div className="up-search">
      <SearchInput
        ref={input}
        aria-label={t('rows.search')}
        placeholder={t(masked ? 'rows.searchReference' : 'rows.searchHint')}
        maxLength={140}
        value={rows.typed}
        onChange={(event) => rows.setTyped(event.target.value)}
      />
    </div>
  )
}
