import type { ReactNode } from 'react'
import type { NavigationItem } from '@/components/page/navigation'
import type { Role } from '@/lib/auth/roles'

export type AppShellProps = {
  actor: { id: string; name: string; email: string; roles: Role[] }
  /** Where the person may go. */
  places: NavigationItem[]
  /** Our own estimate; left out when it is not known. */
  credits?: { left: number; of: number }
  demo: boolean
  /** Was a worker heard when the page was made? */
  workerHeard: boolean
  /** Newly a second person: decides nothing before. */
  decidesFrom?: string
  /** The person's choice: the sidebar as icons. */
  slim?: boolean
  children: ReactNode
}
