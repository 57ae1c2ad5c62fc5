import { formatIban } from '@/lib/iban/format'

/** An IBAN in groups of four; a masked one keeps its form. */
export const ibanText = (iban: string): string => (/^[A-Z0-9]+$/.test(iban) ? formatIban(iban) : iban)
