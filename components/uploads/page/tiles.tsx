'use client'
import { useTranslations } from 'use-intl'
import { Swatch } from '@/components/outcome/segmented-progress'
import { KindIcon } from '@/components/outcome/status-chip'
import { cx } from '@/components/ui/cx'
import { Num, Percent } from '@/components/ui/format'
import { useShortcut } from '@/components/ui/shortcuts/shortcut'
import { isInFlight, tilesOf } from '@/components/uploads/state'
import { answeredOf, type CountedResult } from '@/lib/uploads/counts'
import type { UploadView } from '@/lib/uploads/view'
import type { Outcome } from '@/lib/verifications/outcome'

type TilesProps = { upload: UploadView; chosen: Outcome[]; onToggle: (result: Outcome) => void }

/** A tile for each result with its rows and share; pressing it filters the rows. */
export function Tiles({ upload, chosen, onToggle }: TilesProps) {
  const t = useTranslations('bulk')
  const tiles = tilesOf(upload.counts, chosen)
  const numbered = tiles.filter((result) => result !== 'unknown')
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls, these are toggles
    <div
      role="group"
      aria-label={t('progress.tiles')}
      className="mt-3.5 grid grid-cols-2 gap-2 @[31rem]:grid-cols-4 @[53rem]:data-[count=7]:grid-cols-7 @[62rem]:data-[count=8]:grid-cols-8"
      data-count={tiles.length}
    >
      {tiles.map((result) => (
        <Tile key={result} {...{ upload, result, onToggle }} pressed={chosen.includes(result)} />
      ))}
      {numbered.map((result, index) => (
        <TileKey key={result} keys={String(index + 1)} {...{ result, onToggle }} />
      ))}
    </div>
  )
}

type TileProps = {
  upload: UploadView
  result: CountedResult
  pressed: boolean
  onToggle: TilesProps['onToggle']
}

function Tile({ upload, result, pressed, onToggle }: TileProps) {
  const t = useTranslations('outcome.label')
  const { counts } = upload
  const answered = answeredOf(counts)
  const share = result !== 'waiting' && result !== 'unknown' && answered > 0 && counts[result] > 0
  const kind = result === 'waiting' && upload.bulks.some(isInFlight) ? 'processing' : result
  return (
    <button
      type="button"
      className="num relative flex min-w-0 flex-col overflow-hidden rounded-lg border border-border bg-surface px-2 pt-2 pb-4 text-left hover:border-border-strong aria-pressed:border-accent aria-pressed:ring-1 aria-pressed:ring-accent"
      aria-pressed={pressed}
      onClick={() => onToggle(result)}
    >
      <span className="flex gap-1.5 text-xs wrap-anywhere hyphens-auto text-fg-muted">
        <KindIcon kind={result} className="mt-px size-3.5 flex-none stroke-[2.1]" />
        {t(result)}
      </span>{' '}
      <b
        className={cx(
          'mt-auto block pt-1 leading-6 font-semibold tracking-[-0.02em] whitespace-nowrap',
          counts[result] < 100_000 ? 'text-xl' : 'text-md',
        )}
      >
        <Num value={counts[result]} />
        {share && (
          <small className="ml-0.5 text-xs leading-none font-normal tracking-normal text-fg-subtle">
            {' '}
            <Percent value={counts[result] / answered} />
          </small>
        )}
      </b>
      <Swatch kind={kind} className="absolute inset-x-0 bottom-0 h-1" />
    </button>
  )
}

function TileKey({ keys, result, onToggle }: Pick<TileProps, 'result' | 'onToggle'> & { keys: string }) {
  const t = useTranslations('bulk.act.keys')
  const outcome = useTranslations('outcome.label')
  useShortcut(keys, () => onToggle(result), {
    label: t('tile', { result: outcome(result) }),
  })
  return null
}
