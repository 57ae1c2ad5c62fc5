import type { ComponentProps } from 'react'
import { cx } from './cx'
import { Icon, type IconName } from './icons/icon'

type ChipProps = ComponentProps<'span'> & {
  icon?: IconName
  spin?: boolean
  /** Without a background, for dense tables; never without its label. */
  variant?: 'soft' | 'plain'
}

/** Icon and label. Colour is the third indicator, never the only one. */
export function Chip({ icon, spin, variant = 'soft', className, children, ...rest }: ChipProps) {
  return (
    <span className={cx('chip', variant === 'plain' && 'chip-plain', className)} {...rest}>
      {icon && <Icon name={icon} className={spin ? 'spin' : undefined} />}
      {children}
    </span>
  )
}
