import type { ReactNode } from 'react'
import { AuthFrame } from '@/components/shell/auth-frame'
import { isDemo } from '@/lib/platform/env.server'

/** Pages without a session: one column, and a quiet pattern beside it on wide screens. */
export default function AuthLayout({ children }: { children: ReactNode }) {
  return <AuthFrame demo={isDemo()}>{children}</AuthFrame>
}
