import { queryOptions } from '@tanstack/react-query'
import { listQuery } from '@/components/live/list-query'
import { request } from '@/components/live/request'
import { api } from '@/lib/http/paths'
import type { LinePage, RunPage, RunView } from '@/lib/payments/view'
import type { LineFilters } from './url'

/** How often a run is fetched again while the worker is still changing it. */
const SOON_MS = 2_000
const LATER_MS = 15_000
export const LINES_PER_PAGE = 100

/** Whether its lines are still being read, or its gates computed for the first time. */
export const isComputing = ({ state, gatedAt }: RunView): boolean =>
  state === 'reading' || (state === 'ready' && gatedAt === null)

/** The runs that a person may see, newest first. */
export const paymentRunsQuery = listQuery<RunPage>(['payments'], api.payments)

export const paymentRunQuery = (id: string) =>
  queryOptions({
    queryKey: ['payment', id],
    queryFn: ({ signal }) => request<RunView>(api.payment(id), { signal }),
    networkMode: 'always',
    refetchInterval: ({ state: { data } }) => {
      if (!data) return false
      if (isComputing(data)) return SOON_MS
      return data.gates.waiting.lines > 0 ? LATER_MS : false
    },
  })

/** A search of the lines. It is sent as a POST, because its text may hold a name or an IBAN. */
export type LinesAsk = LineFilters & { text: string }

/** A page of lines with the query that it answers. */
export type PlacedLines = LinePage & { ask: LinesAsk }

/** One page of the lines by its place: page 0 holds the first ones. */
export const paymentLinesQuery = (id: string, ask: LinesAsk, page: number) =>
  queryOptions({
    queryKey: ['payment lines', id, ask, page],
    queryFn: async ({ signal }): Promise<PlacedLines> => ({
      ...(await readPaymentLines(id, { ...ask, skip: page * LINES_PER_PAGE, size: LINES_PER_PAGE }, signal)),
      ask,
    }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })

export const readPaymentLines = (
  id: string,
  { only, ...ask }: LinesAsk & { skip: number; size: number },
  signal?: AbortSignal,
) => request<LinePage>(api.paymentLinesSearch(id), { body: { ...ask, ...(only && { only }) }, signal })
