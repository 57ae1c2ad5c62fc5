'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Opened } from '@/components/intake/protocol'
import { StepBody } from '@/components/intake/step-body'
import { StepFooter } from '@/components/intake/step-footer'
import { ErrorSummary } from '@/components/ui/fields/error-summary'
import { HeadCell, Table, TableRegion } from '@/components/ui/table'
import { currencyOfHeader } from '@/lib/tables/columns/amounts'
import { withOwnColumns } from '@/lib/tables/columns/own-columns'
import type { ColumnMap } from '@/lib/tables/table'
import { ColumnRow, columnId } from './column-row'
import { type ColumnMeaning, choose, MEANINGS, meaningsOf, type Paying, payingMapOf } from './meanings'
import { missingMeanings } from './missing'
import { DECIMAL_ID, PaymentPanel } from './payment-panel'
import { RememberedNote, useRemembered } from './remembered-note'

type ColumnsStepProps = {
  userId: string
  opened: Opened
  onMap: (map: ColumnMap) => void
  onBack: () => void
  onContinue: () => void
}

/** In payment orders, the format defines where payees and amounts are. */
const OF_ORDERS: readonly ColumnMeaning[] = ['unused', 'reference', 'note']

/** Step 2: the meaning of each column. Every guess is visible and can be changed. */
export function ColumnsStep({ userId, opened, onMap, onBack, onContinue }: ColumnsStepProps) {
  const t = useTranslations('intake')
  const { columns, headers, map, guess } = opened
  const isPayments = opened.format === 'payments'
  const guessed = meaningsOf(guess, headers, columns.length)
  const meaningsFor = (index: number): readonly ColumnMeaning[] => {
    const own = guessed[index]
    if (!isPayments) return MEANINGS
    return own === 'iban' || own === 'name' ? [own] : OF_ORDERS
  }
  const [meanings, setMeanings] = useState(() => meaningsOf(map, headers, columns.length))
  const [paying, setPaying] = useState<Paying>(map)
  const [tried, setTried] = useState(0)
  const missing = missingMeanings(payingMapOf(meanings, paying), opened.amounts)
  const apply = (next: ColumnMeaning[], pay: Paying) => {
    setMeanings(next)
    setPaying(pay)
    setTried(0)
    onMap(payingMapOf(next, pay))
  }
  const change = (index: number, meaning: ColumnMeaning) => {
    const next = choose(meanings, index, meaning)
    const isSame = next.indexOf('amount') === meanings.indexOf('amount')
    // the decimal separator and the sign were confirmed for the amounts of another column
    apply(
      next,
      isSame
        ? paying
        : { currencyCode: currencyOfHeader(headers[next.indexOf('amount')] ?? '') ?? undefined },
    )
  }
  const first = columnId(columns[0]?.index ?? 0)
  const texts = tried ? missing.map((field) => t(`columns.missing.${field}`)) : []
  const show = (shown: ColumnMap) => {
    const next = withOwnColumns(isPayments ? guess : undefined, shown)
    setMeanings(meaningsOf(next, headers, columns.length))
    setPaying(next)
    onMap(next)
  }
  const [note, forget] = useRemembered(userId, opened, show)
  return (
    <>
      <StepBody>
        <ErrorSummary
          key={tried}
          errors={texts.map((text) => ({ id: missing[0] === 'decimal' ? DECIMAL_ID : first, text }))}
        />
        {note && <RememberedNote at={note} onForget={forget} />}
        <TableRegion label={t('columns.title')}>
          <Table caption={t('columns.title')} full={false} className="max-md:block">
            <thead className="max-md:sr-only">
              <tr>
                <HeadCell>{t('columns.yours')}</HeadCell>
                <HeadCell>{t('columns.samples')}</HeadCell>
                <HeadCell>{t('columns.means')}</HeadCell>
                <HeadCell>
                  <span className="sr-only">{t('columns.status')}</span>
                </HeadCell>
              </tr>
            </thead>
            <tbody className="max-md:block">
              {columns.map((column) => (
                <ColumnRow
                  key={column.index}
                  column={column}
                  meaning={meanings[column.index] ?? 'unused'}
                  suggested={guessed[column.index] === meanings[column.index]}
                  meanings={meaningsFor(column.index)}
                  onChange={(meaning) => change(column.index, meaning)}
                />
              ))}
            </tbody>
          </Table>
        </TableRegion>
        <PaymentPanel
          {...{ opened, meanings, paying, onMeaning: change }}
          onCurrencyCode={(currencyCode) =>
            apply(choose(meanings, meanings.indexOf('currency'), 'unused'), { ...paying, currencyCode })
          }
          onDecimal={(decimal) => apply(meanings, { ...paying, decimal })}
          onNegative={(on) => apply(meanings, { ...paying, negative: on || undefined })}
        />
      </StepBody>
      <StepFooter
        onBack={onBack}
        onContinue={() => (missing.length > 0 ? setTried(tried + 1) : onContinue())}
      />
    </>
  )
}
