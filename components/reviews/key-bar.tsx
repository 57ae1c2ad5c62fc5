'use client'
import { useTranslations } from 'use-intl'
import { Kbd } from '@/components/ui/kbd'

const ACTS = [
  { keys: ['j', 'k'], word: 'keys.nextPrevious' },
  { keys: ['a'], word: 'approve' },
  { keys: ['r'], word: 'reject' },
  { keys: ['e'], word: 'escalate' },
  { keys: ['s'], word: 'skip' },
  { keys: ['x'], word: 'select.key' },
  { keys: ['z'], word: 'undo' },
]

/** What the keys do, always in sight on wide screens. */
export function KeyBar({ decidedToday }: { decidedToday: number }) {
  const t = useTranslations('review')
  return (
    <div className="key-bar">
      {ACTS.map(({ keys, word }) => (
        <span key={word} aria-hidden="true">
          {keys.map((key) => (
            <Kbd key={key} keys={key} />
          ))}
          {t(word)}
        </span>
      ))}
      <span className="num ml-auto">{t('decidedToday', { count: decidedToday })}</span>
    </div>
  )
}
