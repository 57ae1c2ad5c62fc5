'use client'
import { useTranslations } from 'use-intl'
import { Chip } from '@/components/ui/chip'
import type { IconName } from '@/components/ui/icon'
import type { ConnectionState } from '@/lib/connections/view'

const ICONS: Record<ConnectionState, IconName> = {
  working: 'circle-check',
  refused: 'octagon-x',
  unreachable: 'wifi-off',
  rate_limited: 'timer',
  not_tested: 'circle-dashed',
}

/** How a connection stands, by what was last heard with it. Never coloured: no bank has answered about anybody. */
export function ConnectionChip({ state }: { state: ConnectionState }) {
  const t = useTranslations('connections.state')
  return <Chip icon={ICONS[state]}>{t(state)}</Chip>
}
