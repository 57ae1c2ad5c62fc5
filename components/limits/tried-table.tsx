'use client'
import { useFormatter, useTranslations } from 'use-intl'
import { Cell, EmptyRow, HeadCell, RowHeader, Table, TableRegion } from '@/components/ui/table'
import type { PersonTriedNames } from '@/lib/verifications/tried/report.server'

const NUMBERS = ['accounts', 'names', 'most', 'heldBack'] as const

/** People who check many names on the same IBANs; the names and IBANs are in History only. */
export function TriedTable({ items }: { items: PersonTriedNames[] }) {
  const t = useTranslations('limits.tried')
  const format = useFormatter()
  return (
    <div className="pt-6 pb-8">
      <h2 className="mx-6 text-md max-md:mx-4">{t('title')}</h2>
      <p className="mx-6 text-fg-muted max-md:mx-4">{t('lead')}</p>
      <TableRegion label={t('title')} className="mt-3">
        <Table caption={t('title')}>
          <thead>
            <tr>
              <HeadCell>{t('person')}</HeadCell>
              {NUMBERS.map((name) => (
                <HeadCell key={name} numeric>
                  {t(name)}
                </HeadCell>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.length === 0 && <EmptyRow columns={NUMBERS.length + 1}>{t('empty')}</EmptyRow>}
            {items.map((item) => (
              <tr key={item.person.id}>
                <RowHeader className="cell-words" translate="no">
                  {item.person.name}
                </RowHeader>
                {NUMBERS.map((name) => (
                  <Cell key={name} numeric>
                    {format.number(item[name])}
                  </Cell>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      </TableRegion>
    </div>
  )
}
