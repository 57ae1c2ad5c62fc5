'use client'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '@/components/ui/icon'
import { countryOf, ibanParts } from '@/lib/iban/anatomy'
import { type Bank, bankCode, findBank } from '@/lib/iban/banks'
import type { IbanVerdict } from '@/lib/iban/validate'
import { useCountryName } from './iban-words'

type IbanAnatomyProps = { id: string; verdict: IbanVerdict; compact?: boolean }

/** Country, bank and parts of the IBAN so far. Its height is reserved from the start, so that nothing jumps. */
export function IbanAnatomy({ id, verdict, compact }: IbanAnatomyProps) {
  const t = useTranslations('iban')
  const nameOf = useCountryName()
  const { iban, ok } = verdict
  const country = countryOf(iban.slice(0, 2))
  const code = bankCode(iban)
  const bank = useBank(iban, code)
  const owner = bank?.name ?? (code ? t('bankCode', { code }) : country && nameOf(country.code))
  return (
    <div className="anatomy" data-compact={compact}>
      <p id={id} className="sr-only">
        {ok && country ? t('spoken', { country: nameOf(country.code), bank: owner ?? '' }) : ''}
      </p>
      {country ? (
        <div aria-hidden="true">
          <div className="anatomy-head">
            <span className="anatomy-country">{country.code}</span>
            <span className="truncate">{owner}</span>
            {ok && (
              <span className="anatomy-valid">
                <Icon name="circle-check" />
                {t('valid')}
              </span>
            )}
          </div>
          {!compact && <Parts iban={iban} />}
        </div>
      ) : (
        !compact && <p className="anatomy-empty">{t('empty')}</p>
      )}
    </div>
  )
}

function Parts({ iban }: { iban: string }) {
  const t = useTranslations('iban.part')
  return (
    <div className="anatomy-parts">
      {ibanParts(iban).map(({ part, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts stand in the order of the IBAN
        <span key={index} data-part={part}>
          <b>{value}</b>
          <small>{t(part)}</small>
        </span>
      ))}
    </div>
  )
}

/** The bank of an IBAN, found while it is typed; the list of its country is loaded once. */
function useBank(iban: string, code: string | undefined): Bank | undefined {
  const [found, setFound] = useState<{ key: string; bank: Bank | undefined }>()
  const key = code ? iban.slice(0, 2) + code : ''
  useEffect(() => {
    if (key === '') return
    let current = true
    findBank(iban).then(
      (bank) => current && setFound({ key, bank }),
      // a list that cannot be loaded: the bank's code is shown instead
      () => current && setFound({ key, bank: undefined }),
    )
    return () => {
      current = false
    }
  }, [key, iban])
  return found?.key === key ? found.bank : undefined
}
