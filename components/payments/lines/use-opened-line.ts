'use client'
import { useQuery } from '@tanstack/react-query'
import { readPaymentLines } from '@/components/payments/queries'
import type { LineView, RunView } from '@/lib/payments/view'

/** The line whose details are open. `missing`: the file has no line with this number. */
export type OpenedLine =
  | { state: 'shown'; number: number; line: LineView }
  | { state: 'loading' | 'failed' | 'missing'; number: number }

/**
 * The line that the URL names: `here` if it is loaded, or fetched alone.
 * @param loaded the first lines are loaded
 */
export function useOpenedLine(
  run: RunView,
  number: number | null,
  here: LineView | undefined,
  loaded: boolean,
): OpenedLine | null {
  const isInFile = number !== null && number >= 1 && number <= run.lines
  const query = useQuery({
    queryKey: ['payment lines', run.id, 'line', number],
    queryFn: ({ signal }) =>
      readPaymentLines(
        run.id,
        { gate: [], reason: [], only: null, text: '', skip: (number ?? 1) - 1, size: 1 },
        signal,
      ),
    enabled: isInFile && loaded && !here,
  })
  if (number === null || !loaded) return null
  if (here) return { state: 'shown', number, line: here }
  if (!isInFile) return { state: 'missing', number }
  const line = query.data?.items.find((each) => each.number === number)
  if (line) return { state: 'shown', number, line }
  return { state: query.isError ? 'failed' : query.data ? 'missing' : 'loading', number }
}
