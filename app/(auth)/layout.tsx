import type { ReactNode } from 'react'
import { AuthFrame } from '@/components/shell/auth-frame'
import { isDemo } from '@/lib/platform/env.server'

/** Layout of the pages without a session: one column, with a decorative pattern beside it on wide screens. */
export default function AuthLayout({ children }: { children: ReactNode }) {
  return <AuthFrame demo={isDemo()}>{children}</AuthFrame>
}
