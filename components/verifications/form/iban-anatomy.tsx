'use client'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { Icon } from '@/components/ui/icons/icon'
import { countryOf, ibanParts } from '@/lib/iban/anatomy'
import { bankCode } from '@/lib/iban/banks'
import type { IbanVerdict } from '@/lib/iban/validate'
import { useCountryName } from './iban-words'
import { type KnownBank, useBank } from './use-bank'

type PanelProps = { id: string; compact?: boolean }
type IbanAnatomyProps = PanelProps & {
  verdict: IbanVerdict
  known?: KnownBank
  /** A message of the field takes the space of the parts. */
  said: boolean
}

/** Country, bank and parts of the IBAN so far. */
export function IbanAnatomy({ id, verdict, known, compact, said }: IbanAnatomyProps) {
  const t = useTranslations('iban')
  const nameOf = useCountryName()
  const { iban, ok } = verdict
  const country = countryOf(iban.slice(0, 2))
  const code = bankCode(iban)
  const bank = useBank(iban, known)
  const owner = bank?.name ?? (code ? t('bankCode', { code }) : country && nameOf(country.code))
  return (
    <AnatomyPanel
      id={id}
      compact={compact}
      spoken={ok && country ? t('spoken', { country: nameOf(country.code), bank: owner ?? '' }) : ''}
    >
      {country && (
        <div aria-hidden="true">
          <div className="flex items-center gap-2 text-sm leading-5 font-medium">
            <span className="rounded-xs border border-border-strong bg-surface px-1 font-mono text-2xs leading-4 font-semibold text-fg-muted">
              {country.code}
            </span>
            <span className="truncate">{owner}</span>
            {ok && (
              <span className="ml-auto flex flex-none items-center gap-1.5 text-match-fg">
                <Icon name="circle-check" className="size-4" />
                {t('valid')}
              </span>
            )}
          </div>
          {!compact && !said && <Parts iban={iban} />}
        </div>
      )}
    </AnatomyPanel>
  )
}

/** The space of the IBAN details, reserved from the start so that nothing moves. */
export function AnatomyPanel({
  id,
  compact,
  spoken,
  children,
}: PanelProps & { spoken?: string; children?: ReactNode }) {
  const t = useTranslations('iban')
  return (
    <div
      className={
        compact
          ? 'mt-1.5 min-h-6 flex-none'
          : cx(
              'mt-2.5 min-h-11 flex-[1_0_auto] rounded-lg border border-border bg-surface-2 px-3 pt-2.5 pb-3',
              !children && 'grid place-items-center',
            )
      }
    >
      <p id={id} className="sr-only">
        {spoken}
      </p>
      {children || (!compact && <p className="text-sm leading-5 text-fg-subtle">{t('empty')}</p>)}
    </div>
  )
}

const LINES: Partial<Record<string, string>> = {
  country: 'border-fg-muted',
  check: 'border-fg-muted',
  bank: 'border-accent',
}

function Parts({ iban }: { iban: string }) {
  const t = useTranslations('iban.part')
  return (
    <div className="mt-3 flex flex-wrap gap-1.5">
      {ibanParts(iban).map(({ part, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts have the fixed order of the IBAN
        <span key={index} className="min-w-0">
          <b
            className={cx(
              'block border-b-2 pb-1 font-mono text-xs font-medium tracking-[-0.02em] wrap-anywhere',
              LINES[part] ?? 'border-border-strong',
            )}
          >
            {value}
          </b>
          <small className="block pt-1 text-2xs whitespace-nowrap text-fg-subtle">{t(part)}</small>
        </span>
      ))}
    </div>
  )
}
