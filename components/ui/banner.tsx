import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx'

const ICONS = { neutral: Info, info: Info, success: CircleCheck, warning: TriangleAlert, error: CircleAlert }

type BannerProps = {
  kind?: keyof typeof ICONS
  title?: ReactNode
  children?: ReactNode
  /** A button. */
  action?: ReactNode
  icon?: LucideIcon
  className?: string
}

/** A message above or between content: bold title, one sentence, one action. An error interrupts, the rest waits. */
export function Banner({ kind = 'neutral', title, children, action, icon, className }: BannerProps) {
  const Icon = icon ?? ICONS[kind]
  return (
    <div role={kind === 'error' ? 'alert' : 'status'} className={cx('banner', `banner-${kind}`, className)}>
      <Icon aria-hidden="true" />
      <p className="banner-text">
        {title && <b>{title} </b>}
        {children}
      </p>
      {action}
    </div>
  )
}
