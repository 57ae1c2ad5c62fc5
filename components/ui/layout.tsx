import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx'

// Layout that many pages share. A class given to one of these adds to its look: it never takes back what stands here.

type BoxProps = ComponentProps<'div'> & { as?: 'div' | 'section' | 'article' | 'form' | 'ul' | 'ol' | 'li' }

/** The content of a page under its heading, in the gutter of the page; as wide as lines can be read. */
export function PageBody({ as: Box = 'div', className, ...rest }: BoxProps) {
  return <Box {...(rest as object)} className={cx('grid px-6 pt-3.5 max-md:px-4', className)} />
}

/** A bordered box around what belongs together. It brings no padding. */
export function Card({ as: Box = 'div', className, ...rest }: BoxProps) {
  return <Box {...(rest as object)} className={cx('rounded-lg border border-border', className)} />
}

/** Filters or buttons in one line over a list, in the gutter of the page. */
export function Toolbar({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cx('flex flex-wrap px-6 max-md:px-4', className)} />
}

/** A level 2 heading, and its button or link at the other end of the line. */
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

/** Terms and their values, as many beside each other as fit: give it `fit-*` and a gap. */
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

/** A list of lines between rules. */
export function LineList({ className, ...rest }: ComponentProps<'ul'>) {
  return (
    <ul
      {...rest}
      className={cx('border-t border-border *:flex *:items-center *:border-b *:border-border', className)}
    />
  )
}
