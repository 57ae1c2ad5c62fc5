'use client'
import { useCallback, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { useLiveEvent } from '@/components/live/event-stream'
import { toast } from '@/components/ui/messages/toast'
import { api, pages } from '@/lib/http/paths'
import type { UploadView } from '@/lib/uploads/view'
import { cancelNotification, notifiedUploads } from './notifications'

type EndedUpload = Pick<UploadView, 'finishedAt' | 'title' | 'fileName'>

/** Watches for the end of the uploads with a requested notification. */
export function NotificationListener() {
  const t = useTranslations('intake')
  const check = useCallback(
    async (id: string) => {
      const answer = await fetch(api.upload(id)).catch(() => null)
      if (answer?.status === 404) cancelNotification(id)
      if (!answer?.ok) return
      const { finishedAt, title, fileName }: EndedUpload = await answer.json()
      if (finishedAt === null || !notifiedUploads().includes(id)) return
      cancelNotification(id)
      const text = t('tell.done', { name: title ?? fileName })
      toast(text, { action: { label: t('tell.open'), onClick: () => location.assign(pages.upload(id)) } })
      if (document.hidden && typeof Notification !== 'undefined' && Notification.permission === 'granted')
        new Notification(text)
    },
    [t],
  )
  useLiveEvent('upload', (event) => {
    for (const id of notifiedUploads()) if (event === null || event.id === id) void check(id)
  })
  useEffect(() => {
    for (const id of notifiedUploads()) void check(id)
  }, [check])
  return null
}
