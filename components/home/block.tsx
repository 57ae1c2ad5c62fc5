import { type ReactNode, useId } from 'react'

type BlockProps = { title: string; action?: ReactNode; className?: string; children: ReactNode }

/** One named part of Home. */
export function Block({ title, action, className, children }: BlockProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={className}>
      <div className="block-head">
        <h2 id={id}>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  )
}
