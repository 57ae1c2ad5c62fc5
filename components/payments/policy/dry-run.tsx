'use client'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { GateChip } from '@/components/payments/gates'
import { Num } from '@/components/ui/format'
import { Icon } from '@/components/ui/icons/icon'
import { Link } from '@/components/ui/link'
import { Banner } from '@/components/ui/messages/banner'
import { Cell, HeadCell, RowHeader, Table, TableRegion } from '@/components/ui/table'
import { pages } from '@/lib/http/paths'
import type { GateVerdict } from '@/lib/payments/gate/gate'
import type { DryRun, PolicyChange } from '@/lib/payments/policy/view'

/** The lines of past runs whose gate the draft policy would change. */
export function DryRunResult({ found }: { found: DryRun | undefined }) {
  const t = useTranslations('paymentAdmin.policy.dryRun')
  const id = useId()
  if (!found) return <Banner kind="error">{t('failed')}</Banner>
  const { runs, lines, changed, changes, complete } = found
  return (
    <section aria-labelledby={id} className="rounded-lg bg-surface-2 px-4 py-3.5">
      <h2 id={id} className="mb-1 text-md">
        {t('title')}
      </h2>
      <p role="status" className="num">
        {t('counts', { runs, lines, changed })} {!complete && t('part')}
      </p>
      {changes.length > 0 && (
        <TableRegion label={t('caption')} className="mt-3">
          <Table caption={t('caption')} full={false}>
            <thead>
              <tr>
                <HeadCell>{t('run')}</HeadCell>
                <HeadCell numeric className="max-md:hidden">
                  {t('line')}
                </HeadCell>
                <HeadCell className="max-md:hidden">{t('from')}</HeadCell>
                <HeadCell>{t('to')}</HeadCell>
              </tr>
            </thead>
            <tbody>
              {changes.map((change) => (
                <ChangeRow key={`${change.run}${change.line}`} change={change} />
              ))}
            </tbody>
          </Table>
        </TableRegion>
      )}
      {changed > changes.length && (
        <p className="mt-2 num">{t('first', { shown: changes.length, changed })}</p>
      )}
    </section>
  )
}

function ChangeRow({ change: { run, fileName, line, released, from, to } }: { change: PolicyChange }) {
  const t = useTranslations('paymentAdmin.policy.dryRun')
  const now = (
    <>
      <Verdict verdict={from} />
      {released && <span className="text-xs text-fg-subtle"> {t('left')}</span>}
    </>
  )
  return (
    <tr>
      <RowHeader className="min-w-32 whitespace-normal! wrap-anywhere">
        <Link href={pages.paymentRun(run)} translate="no">
          {fileName}
        </Link>
        <span className="num block text-xs font-normal text-fg-muted md:hidden">
          {t('line')} <Num value={line} />
        </span>
      </RowHeader>
      <Cell numeric className="max-md:hidden">
        <Num value={line} />
      </Cell>
      <Cell className="py-1.5 whitespace-normal! max-md:hidden">{now}</Cell>
      <Cell className="py-1.5 whitespace-normal!">
        <span className="block md:hidden">
          {now}
          <Icon name="arrow-down" className="my-1 block size-4 text-fg-subtle" />
        </span>
        <Verdict verdict={to} />
      </Cell>
    </tr>
  )
}

function Verdict({ verdict: { gate, reason } }: { verdict: GateVerdict }) {
  const reasons = useTranslations('payments.reasonShort')
  return (
    <>
      <GateChip gate={gate} /> <span className="inline-block text-fg-muted">{reasons(reason)}</span>
    </>
  )
}
