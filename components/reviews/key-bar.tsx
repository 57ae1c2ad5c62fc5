'use client'
import { useTranslations } from 'use-intl'
import { Kbd } from '@/components/ui/shortcuts/kbd'

const WALK = { keys: ['j', 'k'], word: 'keys.nextPrevious' } as const
const ACTS = [
  WALK,
  { keys: ['a'], word: 'approve' },
  { keys: ['r'], word: 'reject' },
  { keys: ['e'], word: 'escalate' },
  { keys: ['s'], word: 'skip' },
  { keys: ['x'], word: 'select.key' },
  { keys: ['z'], word: 'undo' },
] as const

type KeyBarProps = { decidedToday: number; mayDecide: boolean }

/** The shortcuts, always visible on wide screens. Without decision keys for people who only follow an item. */
export function KeyBar({ decidedToday, mayDecide }: KeyBarProps) {
  const t = useTranslations('review')
  return (
    <div className="flex min-h-10 flex-none flex-wrap items-center gap-x-4.5 gap-y-1 border-t border-border bg-surface-2 px-4 py-1 text-sm leading-5 text-fg-muted max-xl:sticky max-xl:bottom-0 max-xl:z-2 max-md:hidden">
      {(mayDecide ? ACTS : [WALK]).map(({ keys, word }) => (
        <span key={word} aria-hidden="true" className="flex items-center gap-1.5 whitespace-nowrap">
          {keys.map((key) => (
            <Kbd key={key} keys={key} />
          ))}
          {t(word)}
        </span>
      ))}
      {mayDecide && (
        <span className="num ml-auto whitespace-nowrap">{t('decidedToday', { count: decidedToday })}</span>
      )}
    </div>
  )
}
