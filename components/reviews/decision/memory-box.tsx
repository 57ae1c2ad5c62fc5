'use client'
import { useTranslations } from 'use-intl'
import { NoteBox } from '@/components/reviews/desk/boxes'
import { Button } from '@/components/ui/button'
import { Time } from '@/components/ui/format'
import { useShortcut } from '@/components/ui/shortcuts/shortcut'
import type { Memory, ReviewItem } from '@/lib/reviews/view'
import { DecisionFacts } from './decision-facts'
import type { Choice } from './use-decisions'

type MemoryBoxProps = { item: ReviewItem; memory: Memory; take: (item: ReviewItem, choice: Choice) => void }

/**
 * The earlier decision on the same names and IBAN: who, when, why. One key repeats it; nothing is repeated
 * automatically.
 */
export function MemoryBox({ item, memory, take }: MemoryBoxProps) {
  const t = useTranslations('review')
  const { id, kind, reason, note, by, at } = memory
  const repeatDecision = () => take(item, { act: kind, reason, note: note || undefined, repeats: id })
  useShortcut('m', repeatDecision, { label: t('memory.again') })
  return (
    <NoteBox label={t('memory.title')} icon="rotate-ccw-clock">
      <p>
        {t.rich(`memory.${kind}`, {
          name: by.name,
          b: (words) => <b>{words}</b>,
          time: () => <Time value={at} />,
        })}
        <span className="block text-fg-muted">{t(`reason.${reason}`)}</span>
        <DecisionFacts correctedName={memory.correctedName} />
        {note && <q className="block text-fg-muted">{note}</q>}
      </p>
      <Button
        size="sm"
        variant={kind === 'reject' ? 'primary' : undefined}
        className="mt-2"
        keys="m"
        onClick={repeatDecision}
      >
        {t(`memory.same.${kind}`)}
      </Button>
    </NoteBox>
  )
}
