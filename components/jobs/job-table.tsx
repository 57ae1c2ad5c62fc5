import type { ReactNode } from 'react'
import { HeadCell, Table, TableRegion } from '@/components/ui/table'

type JobTableProps = {
  title: string
  text: string
  columns: readonly { key: string; label: string; numeric?: boolean }[]
  children: ReactNode
}

/** A table of the page with its heading. */
export function JobTable({ title, text, columns, children }: JobTableProps) {
  return (
    <div className="grid gap-2">
      <h2 className="text-md font-semibold">{title}</h2>
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
    </div>
  )
}
