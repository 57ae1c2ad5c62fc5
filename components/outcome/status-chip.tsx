'use client'
import { useTranslations } from 'use-intl'
import { Chip } from '@/components/ui/chip'
import { Icon } from '@/components/ui/icons/icon'
import { KIND_ICONS, type OutcomeKind } from './kinds'

type StatusChipProps = { kind: OutcomeKind; className?: string }

/** The outcome of a check: icon, word, colour. Its meaning is the tooltip. */
export function StatusChip({ kind, className }: StatusChipProps) {
  const t = useTranslations('outcome')
  return (
    <Chip
      data-kind={kind}
      icon={KIND_ICONS[kind]}
      spin={kind === 'processing'}
      title={t(`meaning.${kind}`)}
      className={className}
    >
      {t(`label.${kind}`)}
    </Chip>
  )
}

/** The icon of an outcome in its colour, for tiles and legends with their own label. */
export function KindIcon({ kind, className }: { kind: OutcomeKind; className?: string }) {
  return (
    <span data-kind={kind} className="contents">
      <Icon name={KIND_ICONS[kind]} className={className ?? 'size-3.5'} style={{ color: 'var(--kind-fg)' }} />
    </span>
  )
}
