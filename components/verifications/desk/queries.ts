import { queryOptions } from '@tanstack/react-query'
import { request } from '@/components/live/request'
import { urlQuery } from '@/components/page/url-query'
import type { HistoryResult } from '@/lib/history/search.server'
import { api, type EnvironmentName } from '@/lib/http/paths'
import type { EarlierCheckHint } from '@/lib/verifications/check/earlier.server'
import type { NameLimitVerdict } from '@/lib/verifications/tried/rule'
import type { VerificationView, WaitingView } from '@/lib/verifications/view'

/** The record of a check; `position` while it waits for the shared rate limit. */
export type ShownCheck = VerificationView & Partial<Pick<WaitingView, 'position'>> & { differs?: boolean }

export const checkQuery = (id: string) =>
  urlQuery<ShownCheck>(['verifications', 'item', id], api.verification(id))

const RECENT = 5

/** The body of POST /api/verifications/search for my latest single checks. */
export const recentBody = (environment: EnvironmentName) => ({
  environment,
  filters: { mine: true, source: ['single' as const] },
  size: RECENT,
})

export const recentQuery = (environment: EnvironmentName) =>
  queryOptions({
    queryKey: ['verifications', environment, 'recent'] as const,
    queryFn: ({ signal }) =>
      request<HistoryResult>(api.verificationSearch, { body: recentBody(environment), signal }),
  })

/** Earlier checks of an IBAN; the pair is sent in the body, never in a URL. */
export const earlierQuery = (environment: EnvironmentName, iban: string, name: string) =>
  queryOptions({
    queryKey: ['verifications', environment, 'earlier', iban, name] as const,
    queryFn: ({ signal }) =>
      request<{ items: EarlierCheckHint[]; tried: NameLimitVerdict | null }>(api.earlierVerifications, {
        body: { iban, environment, ...(name !== '' && { name }) },
        signal,
      }),
    staleTime: 10_000,
  })
