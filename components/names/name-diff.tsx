'use client'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import type { NameComparison } from '@/lib/names/compare'
import { Marked } from './bank-name'
import { Differences } from './differences'
import { isReordered, type Side, slotsOf, stepOf, type WordSlot } from './words'

export type NameDiffProps = {
  submitted: string
  registered: string
  /** As stored with the check; never recomputed for an old one. */
  comparison: NameComparison
  /** `lg` for the review item, `md` for result card and drawer. */
  size?: 'md' | 'lg'
  /** The reader: the person who typed the name ("You entered") or somebody else ("Submitted"). */
  voice?: 'you' | 'submitted'
  className?: string
}

/** Two names one above the other with the differences marked, and one line per difference. */
export function NameDiff({
  submitted,
  registered,
  comparison,
  size = 'md',
  voice = 'you',
  className,
}: NameDiffProps) {
  const t = useTranslations('names')
  const count = comparison.differences.length
  return (
    <div className={cx(size === 'lg' && 'names-lg', className)}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls */}
      <div role="group" aria-label={t('comparison')} className={cx('cmp-box', size === 'lg' && 'cmp-lg')}>
        <p className="sr-only">{t(`spoken.${voice}`, { submitted, registered, count })}</p>
        <div
          className="cmp"
          aria-hidden="true"
          data-step={stepOf(comparison, size)}
          data-reordered={isReordered(comparison)}
          style={{ '--columns': comparison.columns.length } as React.CSSProperties}
        >
          <Line
            side="submitted"
            label={t(`label.${voice}`)}
            slots={slotsOf(comparison, 'submitted', submitted)}
            gap={t(`gap.${voice}`)}
          />
          <span className="cmp-rule" />
          <Line
            side="registered"
            label={t('label.bank')}
            slots={slotsOf(comparison, 'registered', registered)}
            gap={t('gap.bank')}
          />
        </div>
      </div>
      <Differences differences={comparison.differences} />
      {count > 0 && <p className="diff-source">{t('computed')}</p>}
    </div>
  )
}

function Line({ side, label, slots, gap }: { side: Side; label: string; slots: WordSlot[]; gap: string }) {
  return (
    <div className="cmp-row" data-side={side}>
      <span className="cmp-label">{label}</span>
      <span className="cmp-words">
        {slots.map((slot, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the words of one name do not move
          <span key={index} className="cmp-word" data-state={slot.state} translate="no">
            {slot.state === 'gap' ? gap : <Marked pieces={slot.pieces} all={slot.state === 'alone'} />}
          </span>
        ))}
      </span>
    </div>
  )
}
