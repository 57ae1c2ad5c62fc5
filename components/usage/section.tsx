import type { ComponentProps, ReactNode } from 'react'

type UsageHeadProps = { id?: string; title: string; lead?: string; children?: ReactNode }

/** The heading of a section; `children` are its controls, on the right. */
export function UsageHead({ id, title, lead, children }: UsageHeadProps) {
  return (
    <div className="mx-6 flex flex-wrap items-end gap-x-6 gap-y-3 max-md:mx-4">
      <div className={lead ? 'min-w-0 grow basis-56' : 'min-w-0 flex-1'}>
        <h2 id={id} className="text-md">
          {title}
        </h2>
        {lead && <p className="text-fg-muted">{lead}</p>}
      </div>
      {children}
    </div>
  )
}

/** The last row of a table, with the totals. */
export function SumRow(props: ComponentProps<'tfoot'>) {
  return (
    <tfoot
      className="*:*:h-10 *:*:border-t *:*:border-b-0 *:*:border-border-strong *:*:font-semibold"
      {...props}
    />
  )
}
