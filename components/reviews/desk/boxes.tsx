import type { ComponentProps, ReactNode } from 'react'
import { cx } from '@/components/ui/cx'
import { Icon, type IconName } from '@/components/ui/icons/icon'

/** The right pane of the desk, or below the item where the screen is too narrow. */
export function DeskRail(props: ComponentProps<'aside'>) {
  return (
    <aside
      className="flex min-h-0 flex-col overflow-auto border-border max-xl:col-start-2 max-xl:border-t max-md:in-data-[open=false]:hidden xl:border-l"
      {...props}
    />
  )
}

/** A section of the right pane, with a border below it unless it is the last. */
export function RailBox({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div className={cx('border-b border-border px-4.5 pt-4.5 pb-4 last:border-b-0', className)} {...rest} />
  )
}

/** The heading of a part of the item. */
export function ItemHeading({ children }: { children: ReactNode }) {
  return <h2 className="mt-6 mb-2 text-sm leading-5 font-[550] tracking-normal">{children}</h2>
}

type NoteBoxProps = { label: string; icon: IconName; warning?: boolean; children: ReactNode }

/** A notice that a reviewer should read before deciding. */
export function NoteBox({ label, icon, warning, children }: NoteBoxProps) {
  return (
    <section
      className={cx(
        'mt-3.5 flex gap-2.5 rounded-lg border px-3.5 py-3 text-sm',
        warning ? 'border-close-line bg-close-soft' : 'border-border bg-surface-2',
      )}
      aria-label={label}
    >
      <Icon
        name={icon}
        className={cx('mt-0.5 size-4 flex-none', warning ? 'text-close-fg' : 'text-fg-muted')}
      />
      <div className="min-w-0 flex-1">{children}</div>
    </section>
  )
}
