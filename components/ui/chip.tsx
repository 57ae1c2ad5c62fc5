import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from './cx'

type ChipProps = ComponentProps<'span'> & {
  icon?: LucideIcon
  spin?: boolean
  /** Without its box, for dense tables; never without its words. */
  variant?: 'soft' | 'plain'
}

/** Icon and word. Colour is the third sign, never the only one. */
export function Chip({ icon: Icon, spin, variant = 'soft', className, children, ...rest }: ChipProps) {
  return (
    <span className={cx('chip', variant === 'plain' && 'chip-plain', className)} {...rest}>
      {Icon && <Icon aria-hidden="true" className={spin ? 'spin' : undefined} />}
      {children}
    </span>
  )
}
