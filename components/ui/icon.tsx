import { cx } from './cx'
import type { IconName } from './icon-names'
import sprite from './icons.svg'

export type { IconName } from './icon-names'

type IconProps = { name: IconName; className?: string; style?: React.CSSProperties }

/**
 * One drawing of `icons.svg`, in the colour of the words around it. It says nothing to a screen reader: the words beside it,
 * or the name of its button, do. All drawings are one picture that a browser keeps, instead of scripts on every page.
 */
export function Icon({ name, className, style }: IconProps) {
  return (
    <svg className={cx('icon', className)} style={style} aria-hidden="true">
      <use href={`${sprite.src}#${name}`} />
    </svg>
  )
}
