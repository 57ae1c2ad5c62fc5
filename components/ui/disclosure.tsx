import type { ReactNode } from 'react'
import { cx } from './cx'
import { Icon } from './icons/icon'

type DisclosureProps = { summary: ReactNode; children: ReactNode; className?: string }

/** Collapsible details, such as "Technical details". */
export function Disclosure({ summary, children, className }: DisclosureProps) {
  return (
    <details className={cx('disclosure', className)}>
      <summary>
        <Icon name="chevron-right" />
        {summary}
      </summary>
      <div className="pt-2">{children}</div>
    </details>
  )
}
