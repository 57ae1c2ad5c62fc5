import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx'

// Layout components for many pages. A class passed to one of them adds to its styles and never overrides them.

/** The content of a page below its heading, with the page's gutter and a readable line length. */
export function PageBody({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cx('grid px-6 pt-3.5 max-md:px-4', className)} />
}

type CardProps = ComponentProps<'div'> & { as: 'section' | 'article' | 'ol' }

/** A bordered box. It has no padding. */
export function Card({ as: Box, className, ...rest }: CardProps) {
  return <Box {...(rest as object)} className={cx('rounded-lg border border-border', className)} />
}

/** Filters or buttons in one row above a list, with the page's gutter. */
export function Toolbar({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cx('flex flex-wrap px-6 max-md:px-4', className)} />
}

/** A level 2 heading, with a button or link at the other end of the row. */
export function SectionHead({
  id,
  title,
  children,
}: {
  id?: string
  title: ReactNode
  children?: ReactNode
}) {
  return (
    <div className="mb-2.5 flex flex-wrap items-center gap-x-3 gap-y-2 [&>:last-child:not(h2)]:ml-auto">
      <h2 id={id} className="text-md">
        {title}
      </h2>
      {children}
    </div>
  )
}

/** Terms and their values, as many side by side as fit: pass `fit-*` and a gap. */
export function FactList({ className, ...rest }: ComponentProps<'dl'>) {
  return <dl {...rest} className={cx('grid', className)} />
}

/** One term and its value. */
export function Fact({
  term,
  className,
  children,
}: {
  term: ReactNode
  className?: string
  children: ReactNode
}) {
  return (
    <div>
      <dt className="text-xs text-fg-subtle">{term}</dt>
      <dd className={cx('wrap-anywhere', className)}>{children}</dd>
    </div>
  )
}

/** A list with borders between its rows. */
export function LineList({ className, ...rest }: ComponentProps<'ul'>) {
  return (
    <ul
      {...rest}
      className={cx('border-t border-border *:flex *:items-center *:border-b *:border-border', className)}
    />
  )
}
