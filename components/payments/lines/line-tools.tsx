'use client'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FilterChip } from '@/components/history/filter-chip'
import { SearchInput } from '@/components/live/search-field'
import { Button } from '@/components/ui/button'
import { loadWithRetry } from '@/components/ui/lazy'
import { useShortcut } from '@/components/ui/shortcuts/shortcut'
import { CONFIRMATION_KINDS, type ConfirmationKind, GATE_REASONS } from '@/lib/payments/gate/gate'
import { ONLY_LINES, type RunView } from '@/lib/payments/view'
import type { ShownLines } from './use-lines'

const ConfirmLines = dynamic(
  () => loadWithRetry(() => import('./confirm-lines').then((part) => part.ConfirmLines)),
  { ssr: false },
)

/** The toolbar of the lines: search, filters, and actions for the selected lines. */
export function LineTools({ run, lines }: { run: RunView; lines: ShownLines }) {
  const t = useTranslations('payments.lines')
  const reasons = useTranslations('payments.reasonShort')
  const { filters } = lines
  const isOffered = {
    differs: run.reports > 0,
    past_due: run.pastDue > 0,
    undated: run.undated > 0,
    cut: run.gates.corrected.lines > 0,
  }
  return (
    <search className="flex flex-wrap items-center gap-2 border-t border-border px-6 py-3 max-md:px-4 print:hidden">
      <div className="w-64 max-md:w-full">
        <SearchInput
          label={t('search')}
          placeholder={t('searchHint')}
          value={lines.typed}
          onType={lines.setTyped}
        />
      </div>
      <FilterChip
        name={t('reason')}
        values={GATE_REASONS}
        chosen={filters.reason}
        word={reasons}
        onChange={lines.filterReasons}
      />
      {ONLY_LINES.filter((only) => filters.only === only || isOffered[only]).map((only) => (
        <button
          key={only}
          type="button"
          className="filter aria-pressed:border-solid aria-pressed:border-accent aria-pressed:text-fg aria-pressed:ring-1 aria-pressed:ring-accent forced-colors:aria-pressed:outline-2 forced-colors:aria-pressed:outline-[Highlight]"
          aria-pressed={filters.only === only}
          onClick={() => lines.showOnly(filters.only === only ? null : only)}
        >
          {t(`only.${only}`)}
        </button>
      ))}
      {lines.filtered && (
        <Button variant="ghost" icon="x" onClick={lines.clear}>
          {t('clear')}
        </Button>
      )}
      <span className="flex-1" />
      <Selected run={run} lines={lines} />
    </search>
  )
}

/** How many lines are selected, and the confirmations that they need. */
function Selected({ run, lines: { selection } }: { run: RunView; lines: ShownLines }) {
  const t = useTranslations('payments')
  const [kind, setKind] = useState<ConfirmationKind | null>(null)
  const needed = CONFIRMATION_KINDS.filter((each) => selection.toConfirm(each).length > 0)
  const [first] = needed
  useShortcut('c', () => first && setKind(first), { label: t('keys.confirm'), enabled: first !== undefined })
  return (
    <>
      {selection.lines.length > 0 && (
        <div className="flex flex-wrap items-center gap-2 max-md:w-full">
          <span className="num text-sm text-fg-muted" role="status">
            {t('lines.selected', { n: selection.lines.length })}
          </span>
          {needed.map((each) => (
            <Button
              key={each}
              size="sm"
              keys={each === first ? 'c' : undefined}
              onClick={() => setKind(each)}
            >
              {t(`confirm.${each}.open`, { n: selection.toConfirm(each).length })}
            </Button>
          ))}
          <Button size="sm" variant="ghost" icon="x" onClick={selection.clear}>
            {t('lines.deselect')}
          </Button>
        </div>
      )}
      {kind && (
        <ConfirmLines
          key={kind}
          runId={run.id}
          kind={kind}
          lines={selection.toConfirm(kind)}
          onClose={() => setKind(null)}
          onDone={selection.drop}
        />
      )}
    </>
  )
}
