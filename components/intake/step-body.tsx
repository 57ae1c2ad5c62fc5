import type { ReactNode } from 'react'

/** The content of a wizard step, above its footer. */
export function StepBody({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-w-0 flex-1 grid-cols-1 content-start gap-5 px-6 pt-4 pb-6 max-md:p-4">
      {children}
    </div>
  )
}
