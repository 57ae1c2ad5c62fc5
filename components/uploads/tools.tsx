'use client'
import { ArrowUp, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { KindIcon } from '@/components/outcome/status-chip'
import { Button } from '@/components/ui/button'
import { SearchInput } from '@/components/ui/input'
import { useShortcut } from '@/components/ui/shortcut'
import type { UploadView } from '@/lib/uploads/view'
import { isOpen } from './state'
import type { Rows } from './use-rows'

const PAUSE_MS = 300

type ToolsProps = { upload: UploadView; rows: Rows; masked: boolean; children?: React.ReactNode }

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
        <Button variant="ghost" icon={X} onClick={rows.clear}>
          {t('clear')}
        </Button>
      )}
      <span className="flex-1" />
      {(rows.fresh > 0 || rows.stale) && (
        <button type="button" className="up-new" onClick={rows.refresh}>
          <ArrowUp aria-hidden="true" />
          {rows.fresh > 0 ? t('new', { n: rows.fresh }) : t('changed')}
        </button>
      )}
      {isOpen(upload) && children}
    </div>
  )
}

/** Searches while typing, after a short pause. What is typed never goes into an address. */
function Search({ rows, masked }: { rows: Rows; masked: boolean }) {
  const t = useTranslations('bulk')
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(rows.text)
  useShortcut('/', () => input.current?.focus(), { label: t('act.keys.search') })
  const { text, setText } = rows
  useEffect(() => {
    if (typed.trim() === text) return
    const timer = setTimeout(() => setText(typed.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, text, setText])
  return (
    <div className="up-search">
      <SearchInput
        ref={input}
        aria-label={t('rows.search')}
        placeholder={t(masked ? 'rows.searchReference' : 'rows.searchHint')}
        maxLength={140}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </div>
  )
}
