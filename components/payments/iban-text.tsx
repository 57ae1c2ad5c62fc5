import { formatIban } from '@/lib/iban/format'

/** An IBAN in groups of four. A masked IBAN is shown as it is. */
export const ibanText = (iban: string): string => (/^[A-Z0-9]+$/.test(iban) ? formatIban(iban) : iban)
