'use client'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { cx } from './cx'
import { useGo } from './overlays/use-go'

/** The scroll container of a wide table: focusable and named, so that a keyboard can scroll it too. */
export function TableRegion({ label, className, ...rest }: ComponentProps<'section'> & { label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must take focus (WCAG 2.1.1)
    <section aria-label={label} tabIndex={0} className={cx('tbl-region', className)} {...rest} />
  )
}

type TableProps = ComponentProps<'table'> & {
  /** The accessible name of the table. */
  caption: string
  /** Cells at the edges keep the page's gutter. */
  full?: boolean
}

export function Table({ caption, full = true, className, children, ...rest }: TableProps) {
  return (
    <table className={cx('tbl', full && 'tbl-full', className)} {...rest}>
      <caption className="sr-only">{caption}</caption>
      {children}
    </table>
  )
}

type CellStyle = { numeric?: boolean; mono?: boolean; quiet?: boolean }
const cell = ({ numeric, mono, quiet }: CellStyle, className?: string) =>
  cx(numeric && 'cell-num', mono && 'cell-mono', quiet && 'cell-quiet', className)

export function HeadCell({ numeric, className, ...rest }: ComponentProps<'th'> & Pick<CellStyle, 'numeric'>) {
  return <th scope="col" className={cell({ numeric }, className)} {...rest} />
}

export function RowHeader({ className, ...rest }: ComponentProps<'th'>) {
  return <th scope="row" className={className} {...rest} />
}

export function Cell({ numeric, mono, quiet, className, ...rest }: ComponentProps<'td'> & CellStyle) {
  return <td className={cell({ numeric, mono, quiet }, className)} {...rest} />
}

type RowProps = ComponentProps<'tr'> & {
  /** The target of a click on the row, which must also contain a real link for the keyboard. */
  href?: string
  onOpen?: () => void
  selected?: boolean
}

/** A row. With `href` or `onOpen` a click anywhere on it opens it, except on its own links and buttons. */
export function Row({ href, onOpen, selected, ...rest }: RowProps) {
  const go = useGo()
  const opens = href || onOpen
  const open = (event: MouseEvent<HTMLTableRowElement>) => {
    if ((event.target as Element).closest('a,button,input,label,select')) return
    if (window.getSelection()?.toString()) return
    if (onOpen) onOpen()
    else if (href) go(href)
  }
  return (
    <tr
      data-open={opens ? '' : undefined}
      aria-selected={selected}
      onClick={opens ? open : undefined}
      {...rest}
    />
  )
}

/** The text of a table without rows. */
export function EmptyRow({ columns, children }: { columns: number; children: ReactNode }) {
  return (
    <tr>
      <td colSpan={columns} className="whitespace-normal! py-10! text-center text-fg-muted">
        {children}
      </td>
    </tr>
  )
}
