'use client'
import { useTranslations } from 'use-intl'
import { StatusChip } from '@/components/outcome/status-chip'
import { ItemHeading } from '@/components/reviews/desk/boxes'
import { Time } from '@/components/ui/format'
import { Link } from '@/components/ui/link'
import { Cell, HeadCell, RowHeader, Table, TableRegion } from '@/components/ui/table'
import { type EnvironmentName, pages } from '@/lib/http/paths'
import type { ReviewItem } from '@/lib/reviews/view'
import { outcomeOf } from '@/lib/verifications/outcome'

/** The last checks of the same IBAN. */
export function EarlierChecks({ item, environment }: { item: ReviewItem; environment: EnvironmentName }) {
  const t = useTranslations('review.earlier')
  const states = useTranslations('outcome.review')
  if (item.earlier.length === 0) return null
  return (
    <>
      <ItemHeading>{t('title')}</ItemHeading>
      <TableRegion label={t('title')} className="rounded-lg border border-border">
        <Table caption={t('title')} full={false}>
          <thead>
            <tr>
              <HeadCell>{t('date')}</HeadCell>
              <HeadCell>{t('name')}</HeadCell>
              <HeadCell>{t('result')}</HeadCell>
              <HeadCell>{t('decision')}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {item.earlier.map(({ reviewState, ...check }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a check that the reader may not open has no id
              <tr key={index}>
                <Cell quiet>
                  <Time value={check.at} form="date" className="num" />
                </Cell>
                <RowHeader className="py-1.5 whitespace-normal">
                  {check.id ? (
                    <Link href={pages.historyItem(environment, check.id)} className="text-fg" translate="no">
                      {check.name}
                    </Link>
                  ) : (
                    <span className="text-fg-subtle">{t('hidden')}</span>
                  )}
                </RowHeader>
                <Cell>
                  <StatusChip kind={outcomeOf(check)} />
                </Cell>
                <Cell className="py-1.5 whitespace-normal">
                  {reviewState && reviewState !== 'superseded' && states(reviewState)}
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </TableRegion>
    </>
  )
}
