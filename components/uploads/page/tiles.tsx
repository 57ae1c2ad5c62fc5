'use client'
import { useTranslations } from 'use-intl'
import { Swatch } from '@/components/outcome/segmented-progress'
import { KindIcon } from '@/components/outcome/status-chip'
import { Num, Percent } from '@/components/ui/format'
import { useShortcut } from '@/components/ui/shortcut'
import { isInFlight, tilesOf } from '@/components/uploads/state'
import { answeredOf, type Result } from '@/lib/uploads/counts'
import type { UploadView } from '@/lib/uploads/view'
import type { Outcome } from '@/lib/verifications/outcome'

type TilesProps = { upload: UploadView; chosen: Outcome[]; onToggle: (result: Outcome) => void }

/** A tile for each result: how many rows, what share of the answers; pressing it shows only those rows. */
export function Tiles({ upload, chosen, onToggle }: TilesProps) {
  const t = useTranslations('bulk')
  const tiles = tilesOf(upload.counts, chosen)
  const numbered = tiles.filter((result) => result !== 'unknown')
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is a part of a form, these are toggles
    <div role="group" aria-label={t('progress.tiles')} className="up-tiles" data-count={tiles.length}>
      {tiles.map((result) => (
        <Tile key={result} {...{ upload, result, onToggle }} pressed={chosen.includes(result)} />
      ))}
      {numbered.map((result, index) => (
        <TileKey key={result} keys={String(index + 1)} {...{ result, onToggle }} />
      ))}
    </div>
  )
}

type TileProps = { upload: UploadView; result: Result; pressed: boolean; onToggle: TilesProps['onToggle'] }

function Tile({ upload, result, pressed, onToggle }: TileProps) {
  const t = useTranslations('outcome.label')
  const { counts } = upload
  const answered = answeredOf(counts)
  const share = result !== 'waiting' && result !== 'unknown' && answered > 0 && counts[result] > 0
  const kind = result === 'waiting' && upload.bulks.some(isInFlight) ? 'processing' : result
  return (
    <button
      type="button"
      className="up-tile"
      data-long={counts[result] >= 100_000 || undefined}
      aria-pressed={pressed}
      onClick={() => onToggle(result)}
    >
      <span className="up-tile-label">
        <KindIcon kind={result} />
        {t(result)}
      </span>{' '}
      <b>
        <Num value={counts[result]} />
        {share && (
          <small>
            {' '}
            <Percent value={counts[result] / answered} />
          </small>
        )}
      </b>
      <Swatch kind={kind} className="up-tile-swatch" />
    </button>
  )
}

function TileKey({ keys, result, onToggle }: Pick<TileProps, 'result' | 'onToggle'> & { keys: string }) {
  const t = useTranslations()
  useShortcut(keys, () => onToggle(result), {
    label: t('bulk.act.keys.tile', { result: t(`outcome.label.${result}`) }),
  })
  return null
}
