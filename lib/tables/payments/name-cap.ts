import { possibleText } from '@/lib/tables/xml/write-xml'

/** The longest payee name, in characters, that SEPA banks accept. */
export const MAX_PAYEE = 70

/**
 * The longest name, in characters, that the schema of a version of pain.001 allows: for an unknown version, the least of
 * all. `version`: null for a table.
 */
export const longestName = (version: string | null): number =>
  version === null || /^pain\.001\.001\.(?!02)\d\d$/.test(version) ? 140 : MAX_PAYEE

/** The versions of the Swiss banks before pain.001.001.09, and the characters of names in their schemas. */
const SWISS = /\.ch\.0[12]$/
const SWISS_NAME =
  /^[a-zA-Z0-9.,;:'+\-/()?*[\]{}\\`´~ !"#%&<>÷=@_$£àáâäçèéêëìíîïñòóôöùúûüýßÀÁÂÄÇÈÉÊËÌÍÎÏÒÓÔÖÙÚÛÜÑ]*$/

/** Whether a version of pain.001 allows the characters of a name. `version`: null for a table. */
export const fitsVersion = (name: string, version: string | null): boolean =>
  version === null || !SWISS.test(version) || SWISS_NAME.test(name)

/** The version among these, in the order of a file, that allows the fewest names. Null if there is none. */
export const strictestVersion = (versions: readonly string[]): string | null =>
  versions.find((version) => SWISS.test(version)) ??
  versions.find((version) => longestName(version) === MAX_PAYEE) ??
  versions[0] ??
  null

const characters = (name: string): string[] => Array.from(possibleText(name).replace(/\s+/g, ' ').trim())

/** Whether a name has more than `cap` characters, once it is on one line. */
export const isLonger = (name: string, cap: number): boolean => characters(name).length > cap

/** A name as it is written in a payment order: on one line, and shortened to `cap` characters. */
export const cutAt = (name: string, cap: number): string => characters(name).slice(0, cap).join('').trimEnd()
