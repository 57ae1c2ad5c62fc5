import { cx } from '../cx'
import { Icon } from '../icons/icon'

/** A spinner. The text beside it says what is happening. */
export function Spinner({ className }: { className?: string }) {
  return <Icon name="loader-circle" className={cx('spin', className)} />
}
