import { possibleText } from '@/lib/tables/xml/write-xml'

/** The longest name of a payee that banks take, whatever the schema allows. */
export const MAX_PAYEE = 70

const characters = (name: string): string[] => Array.from(possibleText(name).replace(/\s+/g, ' ').trim())

/** Does a name have more characters than this, on one line? */
export const isLonger = (name: string, cap: number): boolean => characters(name).length > cap

/** A name as it is written in a payment order: on one line, and cut at this many characters. */
export const cutAt = (name: string, cap: number): string => characters(name).slice(0, cap).join('').trimEnd()
