import { cx } from '../cx'

/** Placeholder shapes in the final size, visible only after 200 ms. `label` is for screen readers. */
export function Skeleton({ className, label }: { className?: string; label?: string }) {
  return (
    <div role={label ? 'status' : undefined}>
      {label && <span className="sr-only">{label}</span>}
      <div aria-hidden="true" className={cx('skeleton h-4', className)} />
    </div>
  )
}

/** Placeholder rows of a table. */
export function SkeletonRows({
  rows = 8,
  columns,
  label,
}: {
  rows?: number
  columns: number
  label: string
}) {
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
    <tr key={row}>
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cells are all alike
        <td key={column}>
          {row === 0 && column === 0 && (
            <span role="status" className="sr-only">
              {label}
            </span>
          )}
          <div aria-hidden="true" className="skeleton h-3.5 w-3/4" />
        </td>
      ))}
    </tr>
  ))
}
