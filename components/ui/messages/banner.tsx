import type { ReactNode } from 'react'
import { cx } from '../cx'
import { Icon, type IconName } from '../icons/icon'

const ICONS = {
  neutral: 'info',
  info: 'info',
  success: 'circle-check',
  warning: 'triangle-exclamation-point',
  error: 'circle-exclamation-point',
} as const

type BannerProps = {
  kind?: keyof typeof ICONS
  title?: ReactNode
  children?: ReactNode
  action?: ReactNode
  icon?: IconName
  className?: string
}

/**
 * A message above or between content: bold title, one sentence, one action. An error is an alert, others are polite.
 */
export function Banner({ kind = 'neutral', title, children, action, icon, className }: BannerProps) {
  return (
    <div role={kind === 'error' ? 'alert' : 'status'} className={cx('banner', `banner-${kind}`, className)}>
      <Icon name={icon ?? ICONS[kind]} />
      <p className="banner-text">
        {title && <b>{title} </b>}
        {children}
      </p>
      {action}
    </div>
  )
}
