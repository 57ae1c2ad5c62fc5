'use client'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Disclosure } from '@/components/ui/disclosure'
import { Num } from '@/components/ui/format'
import { Cell, HeadCell, Table, TableRegion } from '@/components/ui/table'
import type { ChangeView } from '../protocol'
import type { Intake } from '../use-intake'

/** The most changes to list; the export has all of them. */
const MOST = 200

/** Every cell that differs from the file: before and after. */
export function ChangeList({ intake, edited }: { intake: Intake; edited: number }) {
  const t = useTranslations('intake')
  const { changes } = intake
  const [list, setList] = useState<ChangeView[]>([])
  useEffect(() => {
    let wanted = true
    changes(edited === 0 ? 0 : MOST).then(
      (answer) => wanted && setList(answer),
      () => {},
    )
    return () => {
      wanted = false
    }
  }, [changes, edited])
  if (list.length === 0) return null
  return (
    <Disclosure summary={t('changes.title')}>
      <TableRegion label={t('changes.title')}>
        <Table caption={t('changes.title')} full={false}>
          <thead>
            <tr>
              <HeadCell numeric>{t('column.number')}</HeadCell>
              <HeadCell>{t('changes.before')}</HeadCell>
              <HeadCell>{t('changes.after')}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {list.map(({ row, field, before, after }) => (
              <tr key={`${row} ${field}`}>
                <Cell numeric quiet>
                  <Num value={row} />
                </Cell>
                <Cell>{before}</Cell>
                <Cell>{after}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </TableRegion>
      {list.length === MOST && <p className="text-fg-muted">{t('changes.more', { n: MOST })}</p>}
    </Disclosure>
  )
}
