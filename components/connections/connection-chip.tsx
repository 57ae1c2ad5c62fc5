'use client'
import { useTranslations } from 'use-intl'
import { Chip } from '@/components/ui/chip'
import type { IconName } from '@/components/ui/icons/icon'
import type { ConnectionState } from '@/lib/connections/view'

const ICONS: Record<ConnectionState, IconName> = {
  working: 'circle-check',
  refused: 'octagon-x',
  unreachable: 'wifi-off',
  rate_limited: 'timer',
  not_tested: 'circle-dashed',
}

/** The state of a connection by its last request. Never in a result colour, because it is not a bank's result. */
export function ConnectionChip({ state }: { state: ConnectionState }) {
  const t = useTranslations('connections.state')
  return <Chip icon={ICONS[state]}>{t(state)}</Chip>
}
