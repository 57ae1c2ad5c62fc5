'use client'
import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { cx } from '@/components/ui/cx'

type MorePagesProps = Pick<ComponentProps<typeof Button>, 'size' | 'children'> & {
  query: {
    data?: { pages: unknown[] }
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => unknown
  }
  className?: string
}

/** The button below a list that loads its next page, while there is one. After the last one the focus stays below it. */
export function MorePages({ query, className, ...button }: MorePagesProps) {
  const t = useTranslations('ui')
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  if (!hasNextPage && (data?.pages.length ?? 0) < 2) return null
  return (
    <div tabIndex={-1} className={className ?? cx('text-center', hasNextPage && 'p-4')}>
      {hasNextPage ? (
        <Button busy={isFetchingNextPage} onClick={() => fetchNextPage()} {...button} />
      ) : (
        <span className="sr-only">{t('listEnd')}</span>
      )}
    </div>
  )
}
