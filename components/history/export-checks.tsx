'use client'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { loadWithRetry } from '@/components/ui/lazy'
import { toast } from '@/components/ui/messages/toast'
import { useShortcut } from '@/components/ui/shortcuts/shortcut'
import type { History } from './use-history'

const ExportDialog = dynamic(
  () => loadWithRetry(() => import('./export-dialog').then((part) => part.ExportDialog)),
  { ssr: false },
)

type ExportProps = { history: History; masked: boolean }

/** The button of the top bar: exports everything that matches the filters and the search text. */
export function ExportChecks({ history, masked }: ExportProps) {
  const t = useTranslations('exports.dialog')
  const [open, setOpen] = useState(false)
  const { data, isPlaceholderData } = history.page
  const found = data?.total ?? 0
  const show = () => {
    if (found > 0) setOpen(true)
    // it is unknown whether there are any rows until the first ones are loaded
    else if (data && !isPlaceholderData) toast(t('nothing'))
  }
  useShortcut('e', show, { label: t('button') })
  return (
    <>
      <Button
        size="sm"
        icon="download"
        compact
        keys="e"
        aria-disabled={found === 0 || undefined}
        onClick={show}
      >
        {t('button')}
      </Button>
      {open && <ExportDialog history={history} masked={masked} onClose={() => setOpen(false)} />}
    </>
  )
}
