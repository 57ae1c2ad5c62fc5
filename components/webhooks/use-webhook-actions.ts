'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { problemCode, request } from '@/components/live/request'
import { useRefusalWords } from '@/components/live/use-refusal-words'
import { toast, toastError } from '@/components/ui/messages/toast'
import { adminApi } from '@/lib/http/admin-paths'
import type { DeliveryResult } from '@/lib/webhooks/post.server'
import type { WebhookChange, WebhookRotation } from '@/lib/webhooks/schema'
import type { NewSecret, WebhookView } from '@/lib/webhooks/view'
import { webhooksQuery } from './queries'

/** The actions of an admin on a webhook; they refetch the list and its log. */
export function useWebhookActions({ id }: WebhookView, onSecret: (secret: NewSecret) => void) {
  const t = useTranslations('webhooks')
  const words = useRefusalWords('webhooks.problem')
  const client = useQueryClient()
  const shared = {
    onError: (error: unknown) => toastError(words(problemCode(error))),
    onSettled: () => client.invalidateQueries({ queryKey: webhooksQuery.queryKey }),
  }
  return {
    ping: useMutation({
      ...shared,
      mutationFn: () => request<DeliveryResult>(adminApi.webhookPing(id), { method: 'POST' }),
    }),
    turn: useMutation({
      ...shared,
      scope: { id: `webhook ${id}` }, // in order: the last one is what the switch shows
      mutationFn: (body: WebhookChange) => request(adminApi.webhook(id), { method: 'PUT', body }),
    }),
    rotate: useMutation({
      ...shared,
      mutationFn: (body: WebhookRotation) => request<NewSecret>(adminApi.webhookSecret(id), { body }),
      onSuccess: onSecret,
    }),
    remove: useMutation({
      ...shared,
      mutationFn: () => request(adminApi.webhook(id), { method: 'DELETE' }),
      onSuccess: () => toast(t('remove.done')),
    }),
    replay: useMutation({
      ...shared,
      mutationFn: (delivery: string) => request(adminApi.webhookReplay(delivery), { method: 'POST' }),
      onSuccess: () => toast(t('log.replayed')),
    }),
  }
}
