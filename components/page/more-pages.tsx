'use client'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'

type MorePagesProps = {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
  children: ReactNode
}

/** The button below a list that loads its next page, while there is one. */
export function MorePages({ query, children }: MorePagesProps) {
  if (!query.hasNextPage) return null
  return (
    <div className="p-4 text-center">
      <Button busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
        {children}
      </Button>
    </div>
  )
}
