import { type ReactNode, useId } from 'react'
import { HeadCell, Table, TableRegion } from '@/components/ui/table'

type JobTableProps = {
  title: string
  text: string
  columns: readonly { key: string; label: string; numeric?: boolean }[]
  children: ReactNode
}

/** A table of the page with its heading. */
export function JobTable({ title, text, columns, children }: JobTableProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-2">
      <h2 id={id} className="text-md font-semibold">
        {title}
      </h2>
      <p className="text-fg-muted">{text}</p>
      <TableRegion label={title}>
        <Table caption={title} full={false}>
          <thead>
            <tr>
              {columns.map(({ key, label, numeric }) => (
                <HeadCell key={key} numeric={numeric}>
                  {label}
                </HeadCell>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </Table>
      </TableRegion>
    </section>
  )
}
