import { type ReactNode, useId } from 'react'
import { SectionHead } from '@/components/ui/layout'

type BlockProps = { title: string; action?: ReactNode; className?: string; children: ReactNode }

/** A titled section of Home. */
export function Block({ title, action, className, children }: BlockProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={className}>
      <SectionHead id={id} title={title}>
        {action}
      </SectionHead>
      {children}
    </section>
  )
}
