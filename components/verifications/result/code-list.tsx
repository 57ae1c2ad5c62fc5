import type { ReactNode } from 'react'

/** Codes, ids and messages with their labels, for support requests. */
export function CodeList({ children }: { children: ReactNode }) {
  return <dl className="mb-3 grid gap-2 rounded-md bg-surface-2 p-3 text-sm leading-5">{children}</dl>
}

type CodeProps = { term: ReactNode; translate?: 'no'; children: ReactNode }

export function Code({ term, translate, children }: CodeProps) {
  return (
    <div>
      <dt className="text-xs text-fg-subtle">{term}</dt>
      <dd className="font-mono wrap-anywhere" translate={translate}>
        {children}
      </dd>
    </div>
  )
}
