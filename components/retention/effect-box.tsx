'use client'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { Num, Time } from '@/components/ui/format'
import { HeadCell, RowHeader, Table, TableRegion } from '@/components/ui/table'
import { CLASSES, type Effect } from '@/lib/retention/view'

/** `waits`: nothing is deleted until the legal holds are confirmed. */
type EffectBoxProps = { effect: Effect | undefined; hour: number; waits: boolean; failed: boolean }

/** What the chosen periods would delete, before they are saved. */
export function EffectBox({ effect, hour, waits, failed }: EffectBoxProps) {
  const t = useTranslations('retention.effect')
  const id = useId()
  const date = (value: string) => () => <Time value={value} form="date" />
  return (
    <section aria-labelledby={id} className="rounded-lg bg-surface-2 px-4 py-3.5">
      <h2 id={id} className="mb-1 text-md">
        {t('title')}
      </h2>
      {effect ? (
        <>
          <p role="status" className="num">
            {t.rich(waits ? 'waits' : 'text', {
              hour: `${hour}`.padStart(2, '0'),
              count: effect.tonight.checks,
              files: effect.tonight.originals,
              before: date(effect.checksBefore),
            })}{' '}
            {t.rich(waits ? 'recordsThen' : 'records', {
              entries: effect.tonight.entries,
              before: date(effect.recordsBefore),
            })}{' '}
            {t('stays')}
          </p>
          <TableRegion label={t('table')}>
            <EffectTable effect={effect} waits={waits} />
          </TableRegion>
        </>
      ) : (
        <p role="status">{t(failed ? 'failed' : 'loading')}</p>
      )}
    </section>
  )
}

const WHEN = ['tonight', 'later', 'held'] as const
const ONCE_CONFIRMED = { tonight: 'firstNight', later: 'laterThen', held: 'held' } as const

function EffectTable({ effect, waits }: { effect: Effect; waits: boolean }) {
  const t = useTranslations('retention.effect')
  return (
    // on a small screen the words wrap, so that the numbers are in sight
    <Table
      caption={t('table')}
      full={false}
      className="mt-2.5 max-md:[&_th]:py-1! max-md:[&_th]:whitespace-normal! max-md:[&_:is(td,th)]:px-1.5!"
    >
      <thead>
        <tr>
          <HeadCell>{t('class')}</HeadCell>
          {WHEN.map((when) => (
            <HeadCell key={when} numeric>
              {t(waits ? ONCE_CONFIRMED[when] : when)}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {CLASSES.map((kind) => (
          <tr key={kind}>
            <RowHeader>{t(kind)}</RowHeader>
            {WHEN.map((when) => (
              <td key={when} className="cell-num">
                <Num value={effect[when][kind]} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
