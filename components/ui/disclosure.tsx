import type { ReactNode } from 'react'
import { cx } from './cx'
import { Icon } from './icons/icon'

type DisclosureProps = { summary: ReactNode; children: ReactNode; open?: boolean; className?: string }

/** Collapsible details, such as "Technical details". */
export function Disclosure({ summary, children, open, className }: DisclosureProps) {
  return (
    <details open={open} className={cx('disclosure', className)}>
      <summary>
        <Icon name="chevron-right" />
        {summary}
      </summary>
      <div className="pt-2">{children}</div>
    </details>
  )
}
