import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request } from '@/components/live/request'
import { urlQuery } from '@/components/page/url-query'
import { adminApi } from '@/lib/http/admin-paths'
import type { Periods } from '@/lib/retention/periods'
import type { Effect, ErasureView, RetentionView } from '@/lib/retention/view'

export const retentionQuery = urlQuery<RetentionView>(['retention'], adminApi.retention)

/** What other periods would delete, before they are saved. */
export const effectQuery = (periods: Periods) =>
  queryOptions({
    queryKey: ['retention', 'effect', periods],
    queryFn: ({ signal }) => request<Effect>(adminApi.retentionPreview, { body: { periods }, signal }),
    placeholderData: keepPreviousData,
  })

export const erasuresQuery = urlQuery<{ items: ErasureView[] }>(['erasures'], adminApi.erasures)
