import type { ReactNode } from 'react'
import type { NavigationItem } from '@/components/page/navigation'
import type { Role } from '@/lib/auth/roles'
import type { Balance } from '@/lib/usage/balance.server'

export type AppShellProps = {
  actor: { id: string; name: string; email: string; roles: Role[] }
  /** The allowed destinations. */
  places: NavigationItem[]
  /** Our own estimate; omitted when unknown. */
  credits?: Balance
  demo: boolean
  /** Whether a worker had a recent heartbeat at render. */
  workerHeard: boolean
  /** Set for a new second person, who decides nothing before that time. */
  decidesFrom?: string
  /** The person's setting: the sidebar as icons. */
  slim?: boolean
  children: ReactNode
}
