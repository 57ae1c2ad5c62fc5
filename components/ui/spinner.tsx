import { cx } from './cx'
import { Icon } from './icon'

/** A turning circle. The words beside it say what is going on. */
export function Spinner({ className }: { className?: string }) {
  return <Icon name="loader-circle" className={cx('spin', className)} />
}
