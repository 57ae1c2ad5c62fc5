import { LoaderCircle } from 'lucide-react'
import { cx } from './cx'

/** A turning circle. The words beside it say what is going on. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden="true" className={cx('spin', className)} />
}
