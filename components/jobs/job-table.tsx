import type { ReactNode } from 'react'
import { HeadCell, Table, TableRegion } from '@/components/ui/table'

/** A part of the page with its heading. */
export function JobSection({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className="grid gap-2">
      <h2 className="text-md font-semibold">{title}</h2>
      <p className="text-fg-muted">{text}</p>
      {children}
    </div>
  )
}

/** On small screens a row is a block: its name, then each cell under its own label (`data-label`), two beside each other. */
const STACKED = [
  'max-sm:block max-sm:[&_thead]:hidden max-sm:[&_tbody]:block',
  'max-sm:[&_tr]:grid max-sm:[&_tr]:grid-cols-2 max-sm:[&_tr]:gap-x-4 max-sm:[&_tr]:gap-y-1 max-sm:[&_tr]:py-2.5',
  'max-sm:[&_tr]:border-b max-sm:[&_tr]:border-border max-sm:[&_tbody_th]:col-span-full',
  'max-sm:[&_tbody_:is(th,td)]:h-auto max-sm:[&_tbody_:is(th,td)]:border-0 max-sm:[&_tbody_:is(th,td)]:p-0',
  'max-sm:[&_tbody_:is(th,td)]:text-left max-sm:[&_tbody_:is(th,td)]:whitespace-normal',
  'max-sm:[&_td]:before:block max-sm:[&_td]:before:text-xs max-sm:[&_td]:before:text-fg-muted',
  'max-sm:[&_td]:before:content-[attr(data-label)]',
].join(' ')

type JobTableProps = {
  title: string
  text: string
  columns: readonly { key: string; label: string; numeric?: boolean }[]
  children: ReactNode
}

/** A table with its heading. */
export function JobTable({ title, text, columns, children }: JobTableProps) {
  return (
    <JobSection title={title} text={text}>
      <TableRegion label={title}>
        <Table caption={title} full={false} className={STACKED}>
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
    </JobSection>
  )
}
