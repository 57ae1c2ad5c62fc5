'use client'
import { useTranslations } from 'use-intl'
import { KINDS } from '@/components/outcome/kinds'
import { StatusChip } from '@/components/outcome/status-chip'
import { ibanText } from '@/components/payments/iban-text'
import { useMoney } from '@/components/ui/format'
import { Link } from '@/components/ui/link'
import { Cell, EmptyRow, HeadCell, RowHeader, Table, TableRegion } from '@/components/ui/table'
import { pages } from '@/lib/http/paths'
import type { ReportLineView, ReportView } from '@/lib/payments/reports/view'

const COLUMNS = ['position', 'payee', 'amount', 'code', 'texts', 'name', 'ours', 'join'] as const

/** The lines with their texts as received beside the name that was read from them. */
export function ReportLines({ report, lines }: { report: ReportView; lines: ReportLineView[] }) {
  const t = useTranslations('reports')
  return (
    <TableRegion label={t('lines')}>
      <Table caption={t('lines')}>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <HeadCell key={column} numeric={column === 'position' || column === 'amount'}>
                {t(`column.${column}`)}
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.length === 0 && <EmptyRow columns={COLUMNS.length}>{t('noLines')}</EmptyRow>}
          {lines.map((line) => (
            <ReportLine key={line.position} report={report} line={line} />
          ))}
        </tbody>
      </Table>
    </TableRegion>
  )
}

function ReportLine({ report, line }: { report: ReportView; line: ReportLineView }) {
  const t = useTranslations('reports')
  const money = useMoney()
  return (
    <tr>
      <Cell numeric>{line.position}</Cell>
      <RowHeader className="cell-words min-w-40" translate="no">
        {line.name}
        {line.iban && <span className="block font-mono text-xs text-fg-subtle">{ibanText(line.iban)}</span>}
      </RowHeader>
      <Cell numeric>{line.amount !== null && money(line.amount, line.currency)}</Cell>
      <Cell>
        <Answer line={line} isVop={report.about === 'vop'} />
      </Cell>
      <Cell className="cell-words min-w-48 wrap-anywhere" translate="no">
        {line.texts.map((text, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the texts of a line never change their order
          <span key={n} className="block">
            {text}
          </span>
        ))}
      </Cell>
      <Cell className="cell-words min-w-32" translate="no">
        {line.bankName}
      </Cell>
      <Cell>
        <Ours line={line} />
      </Cell>
      <Cell>
        {t(`join.${line.join}`)}
        {line.number !== null && (
          <span className="num block text-xs text-fg-subtle">{t('paymentLine', { n: line.number })}</span>
        )}
        {line.known !== null && (
          <span className="block text-xs text-fg-subtle">{t(line.known ? 'known' : 'notKnown')}</span>
        )}
      </Cell>
    </tr>
  )
}

/** The code as received; only a report about names has results. */
function Answer({ line: { code, reasonCode, result }, isVop }: { line: ReportLineView; isVop: boolean }) {
  const t = useTranslations('reports')
  const kind = isVop ? KINDS.find((each) => each === result) : undefined
  return (
    <>
      {kind && <StatusChip kind={kind} />}
      <span className="block text-xs text-fg-subtle" translate="no">
        {code ?? t('noCode')}
        {reasonCode && ` · ${reasonCode}`}
      </span>
    </>
  )
}

function Ours({ line: { ours, differs, changed, verificationId } }: { line: ReportLineView }) {
  const t = useTranslations('reports')
  const kind = KINDS.find((each) => each === ours)
  return (
    <>
      {kind && <StatusChip kind={kind} />}
      {differs && <span className="block text-xs font-medium">{t('differs')}</span>}
      {changed && <span className="block text-xs font-medium">{t('wasOther')}</span>}
      {verificationId && (
        <Link className="block text-xs" href={pages.historyItem('live', verificationId)}>
          {t('openCheck')}
        </Link>
      )}
    </>
  )
}
