'use client'
import { useTranslations } from 'use-intl'
import { shortIban } from '@/lib/iban/format'

/** The ends of an IBAN, where there is little room. Screen readers say “IBAN ending 6053”. */
export function ShortIban({ iban, className }: { iban: string; className?: string }) {
  const t = useTranslations('iban')
  return (
    <span className={className} role="img" aria-label={t('ending', { digits: iban.slice(-4) })}>
      {shortIban(iban)}
    </span>
  )
}
