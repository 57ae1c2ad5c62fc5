'use client'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import type { Opened } from '@/components/intake/protocol'
import { Checkbox } from '@/components/ui/fields/checkbox'
import { Field } from '@/components/ui/fields/field'
import { Select } from '@/components/ui/fields/input'
import { RadioGroup } from '@/components/ui/fields/radio-group'
import { useSums } from '@/components/ui/money'
import { CURRENCIES } from '@/lib/tables/columns/amounts'
import type { AmountTotals } from '@/lib/tables/payments/amount-totals'
import { type ColumnMeaning, type Paying, payingMapOf } from './meanings'
import { PaymentTotals } from './payment-totals'

type PaymentPanelProps = {
  opened: Opened
  meanings: ColumnMeaning[]
  paying: Paying
  onMeaning: (index: number, meaning: ColumnMeaning) => void
  /** One currency for every row, instead of a column. */
  onCurrencyCode: (code: string) => void
  onDecimal: (sign: ',' | '.') => void
  onNegative: (paysNegative: boolean) => void
}

const NONE = ''
/** The ID of the field to which the link of the problem leads. */
export const DECIMAL_ID = 'intake-decimal'

/** The amounts of a payment list, which make a payment run: optional for tables, found in payment orders. */
export function PaymentPanel(props: PaymentPanelProps) {
  const t = useTranslations('intake.payment')
  const id = useId()
  const { opened, meanings } = props
  const isPayments = opened.format === 'payments'
  const pays = isPayments || meanings.includes('amount')
  return (
    <section aria-labelledby={id} className="grid max-w-3xl gap-4">
      <h2 id={id} className="text-md">
        {t('title')}
      </h2>
      {!isPayments && <Selects {...props} />}
      {pays && opened.amounts?.found === 'both' && <DecimalChoice {...props} />}
      {!isPayments && opened.amounts && <NegativeChoice {...props} amounts={opened.amounts} />}
      {pays && opened.amounts && <PaymentTotals amounts={opened.amounts} />}
      <p className="text-fg-muted">{t(pays ? 'made' : 'none')}</p>
    </section>
  )
}

function Selects({ opened, meanings, paying, onMeaning, onCurrencyCode }: PaymentPanelProps) {
  const t = useTranslations('intake')
  const amount = meanings.indexOf('amount')
  const currency = meanings.indexOf('currency')
  const columns = opened.columns.map(({ index, header }) => ({
    value: String(index),
    label: header || t('column.unnamed', { n: index + 1 }),
  }))
  const { currencyCode } = payingMapOf(meanings, paying)
  const chooseAmount = (value: string) =>
    value === NONE ? onMeaning(amount, 'unused') : onMeaning(Number(value), 'amount')
  const chooseCurrency = (value: string) =>
    /^\d/.test(value) ? onMeaning(Number(value), 'currency') : onCurrencyCode(value)
  return (
    <div className="grid fit-48 gap-3">
      <Field label={t('payment.amount')}>
        <Select
          scale="sm"
          value={amount < 0 ? NONE : String(amount)}
          onChange={({ target }) => chooseAmount(target.value)}
          options={[{ value: NONE, label: t('payment.noAmount') }, ...columns]}
        />
      </Field>
      {amount >= 0 && (
        <Field label={t('payment.currency')}>
          <Select
            scale="sm"
            value={currency < 0 ? currencyCode : String(currency)}
            onChange={({ target }) => chooseCurrency(target.value)}
          >
            <optgroup label={t('payment.currencyColumns')}>
              {columns
                .filter(({ value }) => value !== String(amount))
                .map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
            </optgroup>
            <optgroup label={t('payment.currencyCodes')}>
              {CURRENCIES.map((code) => (
                <option key={code}>{code}</option>
              ))}
            </optgroup>
          </Select>
        </Field>
      )}
    </div>
  )
}

/** Banks list payments as debits. Whether a list that has more negative amounts than others is one, a person decides. */
function NegativeChoice({ paying, amounts, onNegative }: PaymentPanelProps & { amounts: AmountTotals }) {
  const t = useTranslations('intake.payment')
  const { paid, problems } = amounts
  if (!paying.negative && (problems.negative ?? 0) <= paid) return null
  return (
    <Checkbox
      label={t('negative')}
      hint={t('negativeHint')}
      checked={paying.negative === true}
      onChange={({ target }) => onNegative(target.checked)}
    />
  )
}

/** Numbers that can be read in two ways, so a person must decide. */
function DecimalChoice({ opened, paying, onDecimal }: PaymentPanelProps) {
  const t = useTranslations('intake.payment')
  const words = useSums()
  const readings = opened.amounts?.readings
  if (!readings) return null
  return (
    <div id={DECIMAL_ID} tabIndex={-1}>
      <RadioGroup
        label={t('decimal')}
        value={paying.decimal}
        onChange={onDecimal}
        options={([',', '.'] as const).map((sign) => ({
          value: sign,
          label: t(sign === ',' ? 'comma' : 'point'),
          hint: t('sumWould', { sum: words(readings[sign]) || t('nothing') }),
        }))}
      />
    </div>
  )
}
