import { possibleText } from '@/lib/tables/xml/write-xml'

/** The longest payee name, in characters, that SEPA banks accept. The schema of pain.001 allows 140. */
export const MAX_PAYEE = 70

const characters = (name: string): string[] => Array.from(possibleText(name).replace(/\s+/g, ' ').trim())

/** Whether a name has more than `cap` characters, once it is on one line. */
export const isLonger = (name: string, cap: number): boolean => characters(name).length > cap

/** A name as it is written in a payment order: on one line, and shortened to `cap` characters. */
export const cutAt = (name: string, cap: number): string => characters(name).slice(0, cap).join('').trimEnd()
