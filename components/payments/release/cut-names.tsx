'use client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { LoadFailed } from '@/components/page/load-failed'
import { MorePages } from '@/components/page/more-pages'
import { LINES_PER_PAGE, readPaymentLines } from '@/components/payments/queries'
import { Cell, HeadCell, Table, TableRegion } from '@/components/ui/table'
import type { LineView, RunView } from '@/lib/payments/view'
import { cutAt, isLonger } from '@/lib/tables/payments/name-cap'

type CutNamesProps = { run: RunView; chosen: LineView[] | null }

/**
 * Shows, before a release, the corrected names that are too long for the payer's banks, and how each will be written.
 * `chosen`: the selected lines; null for all that can be released.
 */
export function CutNames({ run, chosen }: CutNamesProps) {
  const { nameCap: cap } = run
  const t = useTranslations('payments.release.cut')
  const query = useInfiniteQuery({
    queryKey: ['payment lines', run.id, 'cut', cap],
    queryFn: ({ pageParam: skip, signal }) =>
      readPaymentLines(
        run.id,
        { gate: [], reason: [], only: 'cut', text: '', skip, size: LINES_PER_PAGE },
        signal,
      ),
    initialPageParam: 0,
    getNextPageParam: ({ nextCursor }, pages) => nextCursor && pages.length * LINES_PER_PAGE,
    enabled: chosen === null,
  })
  const lines = (chosen ?? query.data?.pages.flatMap(({ items }) => items) ?? []).filter(
    ({ correctedName }) => correctedName !== null && isLonger(correctedName, cap),
  )
  const count = chosen ? lines.length : (query.data?.pages[0]?.total ?? 0)
  if (chosen === null && query.isError)
    return <LoadFailed retry={() => query.refetch()}>{t('failed')}</LoadFailed>
  if (count === 0) return null
  const title = t('title', { n: count, cap })
  return (
    <section aria-labelledby="cut-names">
      <h3 id="cut-names" className="text-sm">
        {title}
      </h3>
      <TableRegion label={title} className="mt-1.5 max-h-64 rounded-lg border border-border">
        <Table caption={title} full={false}>
          <thead>
            <tr>
              <HeadCell numeric>{t('line')}</HeadCell>
              <HeadCell>{t('before')}</HeadCell>
              <HeadCell>{t('after')}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ number, correctedName }) => (
              <tr key={number}>
                <Cell numeric>{number}</Cell>
                <Cell className="py-1 whitespace-normal! wrap-anywhere" translate="no">
                  {correctedName}
                </Cell>
                <Cell className="py-1 whitespace-normal! wrap-anywhere" translate="no">
                  {cutAt(correctedName ?? '', cap)}
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </TableRegion>
      {chosen === null && (
        <MorePages query={query} size="sm" className="mt-2">
          {t('more')}
        </MorePages>
      )}
    </section>
  )
}
