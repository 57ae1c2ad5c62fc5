'use client'
import { useTranslations } from 'use-intl'
import { KINDS } from '@/components/outcome/kinds'
import { StatusChip } from '@/components/outcome/status-chip'
import { ResponsiveIban } from '@/components/payments/iban-text'
import { Chip } from '@/components/ui/chip'
import { cx } from '@/components/ui/cx'
import { Num } from '@/components/ui/format'
import { Link } from '@/components/ui/link'
import { useMoney } from '@/components/ui/money'
import { Cell, EmptyRow, HeadCell, RowHeader, Table, TableRegion } from '@/components/ui/table'
import { pages } from '@/lib/http/paths'
import type { ReportLineView, ReportView } from '@/lib/payments/reports/view'

/** The visibility and width of each column. On a narrow screen, the payee's cell also has the answer and our check. */
const COLUMNS = {
  position: 'max-md:hidden',
  payee: '',
  amount: 'max-md:hidden',
  code: 'max-md:w-[60%]',
  texts: 'max-lg:hidden',
  name: 'max-md:hidden',
  ours: 'max-md:hidden',
  join: 'max-md:hidden',
} as const
type Column = keyof typeof COLUMNS
const NUMBERS: Column[] = ['position', 'amount']

/** The lines of a report: their texts as received, beside the name that was read from them. */
export function ReportLines({ report, lines }: { report: ReportView; lines: ReportLineView[] }) {
  const t = useTranslations('reports')
  const columns = Object.keys(COLUMNS) as Column[]
  return (
    <TableRegion label={t('lines')}>
      <Table caption={t('lines')} className={cx(lines.length > 0 && 'max-md:table-fixed')}>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeadCell key={column} numeric={NUMBERS.includes(column)} className={COLUMNS[column]}>
                {t(`column.${column}`)}
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.length === 0 && <EmptyRow columns={columns.length}>{t('noLines')}</EmptyRow>}
          {lines.map((line) => (
            <ReportLine key={line.position} report={report} line={line} />
          ))}
        </tbody>
      </Table>
    </TableRegion>
  )
}

const WRAPPED = 'py-1.5 whitespace-normal! wrap-anywhere'

function ReportLine({ report, line }: { report: ReportView; line: ReportLineView }) {
  const t = useTranslations('payments.lines')
  const money = useMoney()
  const amount = line.amount !== null && money(line.amount, line.currency)
  return (
    <tr>
      <Cell numeric quiet className={COLUMNS.position}>
        <Num value={line.position} />
      </Cell>
      <RowHeader className={cx(WRAPPED, 'min-w-40 max-md:min-w-0')}>
        {line.name ? (
          <span translate="no">{line.name}</span>
        ) : (
          <span className="font-normal text-fg-subtle">{t('noName')}</span>
        )}
        {line.iban && (
          <span
            className="mt-0.5 block font-mono text-xs font-normal text-fg-muted md:whitespace-nowrap"
            translate="no"
          >
            <ResponsiveIban iban={line.iban} />
          </span>
        )}
        <span className="num mt-0.5 block font-normal md:hidden">{amount}</span>
        <span className="mt-0.5 block text-xs font-normal text-fg-muted md:hidden">
          <Joined line={line} />
        </span>
      </RowHeader>
      <Cell numeric className={COLUMNS.amount}>
        {amount}
      </Cell>
      <Cell className={WRAPPED}>
        <Answer line={line} isVop={report.about === 'vop'} />
        <span className="mt-0.5 block text-xs md:hidden" translate="no">
          {line.bankName ?? line.texts.join(' ')}
        </span>
        <span className="mt-1 block md:hidden">
          <Ours line={line} />
        </span>
      </Cell>
      <Cell className={cx(COLUMNS.texts, 'cell-words min-w-48')} translate="no">
        {line.texts.map((text, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the texts of a line never change their order
          <span key={n} className="block">
            {text}
          </span>
        ))}
      </Cell>
      <Cell className={cx(COLUMNS.name, 'cell-words min-w-32')} translate="no">
        {line.bankName}
      </Cell>
      <Cell className={cx(COLUMNS.ours, 'py-1.5')}>
        <Ours line={line} />
      </Cell>
      <Cell className={cx(COLUMNS.join, WRAPPED, 'min-w-32')}>
        <Joined line={line} />
      </Cell>
    </tr>
  )
}

/** The payment line that a report line was joined to, or why it was joined to none. */
function Joined({ line }: { line: ReportLineView }) {
  const t = useTranslations('reports')
  return (
    <>
      {t(`join.${line.join}`)}
      {line.number !== null && (
        <span className="num block text-xs text-fg-subtle">{t('paymentLine', { n: line.number })}</span>
      )}
      {line.known !== null && (
        <span className="block text-xs text-fg-subtle">{t(line.known ? 'known' : 'notKnown')}</span>
      )}
    </>
  )
}

/** The code as received. Only a report about names has results. */
function Answer({ line: { code, reasonCode, result }, isVop }: { line: ReportLineView; isVop: boolean }) {
  const t = useTranslations('reports')
  const kind = isVop ? KINDS.find((each) => each === result) : undefined
  return (
    <>
      {kind && <StatusChip kind={kind} />}
      <span className="mt-0.5 block text-xs text-fg-subtle" translate="no">
        {code ?? t('noCode')}
        {reasonCode && ` · ${reasonCode}`}
      </span>
    </>
  )
}

function Ours({ line: { ours, differs, changed, verificationId } }: { line: ReportLineView }) {
  const t = useTranslations('reports')
  const kind = KINDS.find((each) => each === ours)
  const lines = useTranslations('payments.lines')
  const marks = [differs && lines('differs'), changed && t('wasOther')].filter((mark) => mark !== false)
  return (
    <>
      <span className="flex flex-wrap items-center gap-1.5">
        {kind && <StatusChip kind={kind} />}
        {marks.map((mark) => (
          <Chip key={mark} icon="triangle-exclamation-point" className="text-fg">
            {mark}
          </Chip>
        ))}
      </span>
      {verificationId && (
        <Link className="mt-0.5 block text-xs leading-6" href={pages.historyItem('live', verificationId)}>
          {t('openCheck')}
        </Link>
      )}
    </>
  )
}
