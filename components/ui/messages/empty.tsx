import type { ReactNode } from 'react'

type EmptyProps = { title: ReactNode; children?: ReactNode; action?: ReactNode }

/** An empty state: what will appear here, and what to do. */
export function Empty({ title, children, action }: EmptyProps) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children && <p className="mt-1">{children}</p>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}
