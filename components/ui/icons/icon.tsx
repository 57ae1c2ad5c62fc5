import { cx } from '../cx'
import type { IconName } from './icon-names'
import sprite from './icons.svg'

export type { IconName } from './icon-names'

type IconProps = { name: IconName; className?: string; style?: React.CSSProperties }

/**
 * One drawing of `icons.svg`, in the text colour. Hidden from screen readers: the text beside it, or the name of its
 * button, is announced. All drawings are one cacheable image instead of scripts on every page.
 */
export function Icon({ name, className, style }: IconProps) {
  return (
    <svg className={cx('icon', className)} style={style} viewBox="0 0 24 24" aria-hidden="true">
      <use href={`${sprite.src}#${name}`} />
    </svg>
  )
}
