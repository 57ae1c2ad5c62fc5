import { queryOptions } from '@tanstack/react-query'
import { request } from '@/components/live/request'
import { urlQuery } from '@/components/page/url-query'
import { adminApi } from '@/lib/http/admin-paths'
import type { DeliveryView, WebhookView } from '@/lib/webhooks/view'

export const webhooksQuery = urlQuery<{ items: WebhookView[] }>(['webhooks'], adminApi.webhooks)

/** The delivery log of one webhook; refetched while a delivery is pending. */
export const deliveriesQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', id, 'deliveries'] as const,
    queryFn: ({ signal }) => request<{ items: DeliveryView[] }>(adminApi.webhookDeliveries(id), { signal }),
    refetchInterval: ({ state }) =>
      state.data?.items.some((one) => one.state === 'waiting') ? 2_000 : false,
  })
