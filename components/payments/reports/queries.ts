import { infiniteQueryOptions } from '@tanstack/react-query'
import { listQuery } from '@/components/live/list-query'
import { request } from '@/components/live/request'
import { api } from '@/lib/http/paths'
import type { ReportJoin, ReportList, ReportView } from '@/lib/payments/reports/view'

export const REPORT_LINES_PER_PAGE = 100

/** The reports that a person may see, newest first. */
export const bankReportsQuery = listQuery<ReportList>(['payment reports'], api.paymentReports)

/** One report with its lines, page by page. */
export const bankReportQuery = (id: string, join: ReportJoin | null) =>
  infiniteQueryOptions({
    queryKey: ['payment report', id, join],
    queryFn: ({ pageParam, signal }) => {
      const query = { size: `${REPORT_LINES_PER_PAGE}`, after: `${pageParam}`, ...(join && { join }) }
      return request<ReportView>(`${api.paymentReport(id)}?${new URLSearchParams(query)}`, { signal })
    },
    initialPageParam: 0,
    getNextPageParam: (last: ReportView) => last.page.nextAfter,
  })
