import { queryOptions } from '@tanstack/react-query'
import { request } from '@/components/live/request'
import { adminApi } from '@/lib/http/admin-paths'
import type { DeliveryView, WebhookView } from '@/lib/webhooks/view'

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'] as const,
  queryFn: ({ signal }) => request<{ items: WebhookView[] }>(adminApi.webhooks, { signal }),
})

/** The delivery log of one webhook; refetched while a delivery is pending. */
export const deliveriesQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', id, 'deliveries'] as const,
    queryFn: ({ signal }) => request<{ items: DeliveryView[] }>(adminApi.webhookDeliveries(id), { signal }),
    refetchInterval: ({ state }) =>
      state.data?.items.some((one) => one.state === 'waiting') ? 2_000 : false,
  })
