import type { ReactNode } from 'react'
import { cx } from '@/components/ui/cx'

const BAR =
  'flex min-h-bar flex-none items-center gap-3 border-b border-border pr-5 pl-6 max-md:px-4 print:hidden'

export function HeaderBar({ className, children }: { className?: string; children: ReactNode }) {
  return <header className={cx(BAR, className)}>{children}</header>
}
