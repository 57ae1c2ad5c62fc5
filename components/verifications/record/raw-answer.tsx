'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { rawAnswerQuery } from './queries'

/** The provider's response as received, fetched on demand only. */
export function RawAnswer({ id }: { id: string }) {
  const t = useTranslations('history.technical')
  const [open, setOpen] = useState(false)
  const raw = useQuery({ ...rawAnswerQuery(id), enabled: open })
  if (!open || raw.isFetching || raw.isError)
    return (
      <div className="mt-2.5">
        <Button size="sm" busy={raw.isFetching} onClick={() => (open ? raw.refetch() : setOpen(true))}>
          {t('raw')}
        </Button>
        {raw.isError && (
          <p role="alert" className="field-error">
            {t('rawFailed')}
          </p>
        )}
      </div>
    )
  if (!raw.data || raw.data.answer === null) return <p className="mt-2.5 text-fg-muted">{t('rawNone')}</p>
  const text = JSON.stringify(raw.data.answer, null, 2)
  return (
    <div className="mt-2.5">
      <section
        aria-label={t('rawLabel')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must take focus (WCAG 2.1.1)
        tabIndex={0}
        className="mb-2 max-h-[18rem] overflow-auto rounded-md bg-surface-2 px-3 py-2.5 font-mono text-xs leading-5"
      >
        <pre translate="no">{text}</pre>
      </section>
      <CopyButton text label={t('rawCopy')} value={text} />
    </div>
  )
}
