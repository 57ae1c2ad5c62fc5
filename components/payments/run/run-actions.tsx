'use client'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ListMenu } from '@/components/exports/list-menu'
import type { ShownLines } from '@/components/payments/lines/use-lines'
import { isComputing } from '@/components/payments/queries'
import { Button } from '@/components/ui/button'
import { loadWithRetry, useEverOpen } from '@/components/ui/lazy'
import { toast } from '@/components/ui/messages/toast'
import { useShortcut } from '@/components/ui/shortcuts/shortcut'
import { api } from '@/lib/http/paths'
import { releasableLines } from '@/lib/payments/gate/gate-of'
import type { RunView } from '@/lib/payments/view'

const ReleaseDialog = dynamic(
  () =>
    loadWithRetry(() =>
      import('@/components/payments/release/release-dialog').then((part) => part.ReleaseDialog),
    ),
  { ssr: false },
)

/** The message key of the reason why this person can't release now. Null: they can. */
function refusalOf(run: RunView) {
  if (run.may.why) return run.may.why
  if (isComputing(run)) return 'computing'
  return run.may.release && releasableLines(run.gates) > 0 ? null : 'nothing'
}

/**
 * The actions of a run: download the list of lines, and release. People who can't release see the button too, and it
 * tells them why. A file that can't be split has only the list.
 */
export function RunActions({ run, lines }: { run: RunView; lines: ShownLines }) {
  const t = useTranslations('payments')
  const refusal = refusalOf(run)
  const [releasing, setReleasing] = useState(false)
  // a release of selected lines must not become one of all lines when none of the selected can be released any more
  const [selected, setSelected] = useState(false)
  const chosen = lines.selection.leaving.length
  const all = releasableLines(run.gates)
  const press = () => {
    if (refusal) return toast(t(`why.${refusal}`))
    setSelected(chosen > 0)
    setReleasing(true)
  }
  const releasable = run.whole === null
  useShortcut('r', press, { label: t('keys.release'), enabled: releasable })
  const ever = useEverOpen(releasing)
  if (run.state === 'unreadable') return null
  return (
    <div className="grid justify-items-end gap-1 max-md:w-full max-md:justify-items-start">
      <div className="flex flex-wrap gap-2 md:justify-end">
        {run.state === 'ready' && (
          <ListMenu label={t('run.downloadList')} urlOf={(format) => api.paymentList(run.id, format)} />
        )}
        {releasable && (
          <Button
            variant="primary"
            icon="package-check"
            keys="r"
            aria-disabled={refusal !== null || undefined}
            onClick={press}
          >
            {chosen > 0
              ? t('release.chosen', { n: chosen })
              : all > 0
                ? t('release.open', { n: all })
                : t('keys.release')}
          </Button>
        )}
      </div>
      {releasable && refusal && (
        <p className="max-w-64 text-xs text-fg-muted md:text-right">{t(`why.${refusal}`)}</p>
      )}
      {ever && (
        <ReleaseDialog
          run={run}
          chosen={selected ? lines.selection.leaving : null}
          open={releasing}
          onGone={lines.selection.drop}
          onClose={() => {
            setReleasing(false)
            lines.selection.clear()
          }}
        />
      )}
    </div>
  )
}
