'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { request } from '@/components/live/request'
import { useDateWords } from '@/components/ui/format'
import { Link } from '@/components/ui/link'
import { Banner } from '@/components/ui/messages/banner'
import { api, pages } from '@/lib/http/paths'
import type { UploadListPage } from '@/lib/uploads/view'

/** The number of recent uploads to compare. */
const LOOKED_AT = 100

/**
 * Warns when the same bytes were uploaded before, whatever the file name; the person may continue. The hash is not
 * sent: before Send nothing derived from a name or an account number leaves the browser.
 */
export function SameFile({ hash }: { hash: string }) {
  const t = useTranslations('intake')
  const words = useDateWords()
  const { data } = useQuery({
    queryKey: ['uploads', 'hashes'],
    queryFn: ({ signal }) => request<UploadListPage>(`${api.uploads}?size=${LOOKED_AT}`, { signal }),
    staleTime: 0,
  })
  const earlier = data?.items.find(({ fileHash }) => fileHash === hash)
  if (!earlier) return null
  const date = words(earlier.createdAt, { dateStyle: 'medium' })
  return (
    <Banner
      kind="warning"
      title={t('same.title', { date, name: earlier.createdBy.name })}
      action={
        <Link className="btn-link" href={pages.upload(earlier.id)}>
          {t('same.open')}
        </Link>
      }
    >
      {t('same.text')}
    </Banner>
  )
}
