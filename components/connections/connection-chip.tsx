'use client'
import { CircleCheck, CircleDashed, type LucideIcon, OctagonX, Timer, WifiOff } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Chip } from '@/components/ui/chip'
import type { ConnectionState } from '@/lib/connections/view'

const ICONS: Record<ConnectionState, LucideIcon> = {
  working: CircleCheck,
  refused: OctagonX,
  unreachable: WifiOff,
  rate_limited: Timer,
  not_tested: CircleDashed,
}

/** How a connection stood at its last test. Never coloured: no bank has answered about anybody. */
export function ConnectionChip({ state }: { state: ConnectionState }) {
  const t = useTranslations('connections.state')
  return <Chip icon={ICONS[state]}>{t(state)}</Chip>
}
