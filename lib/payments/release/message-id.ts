/** The most characters of a MsgId: Max35Text of ISO 20022. */
const MAX_LENGTH = 35

/**
 * Keeps only what every bank accepts in a MsgId: the Latin characters of SEPA, and no slash at either end or twice in a
 * row.
 * @returns an empty text when nothing is left
 */
const toAcceptedCharacters = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9/?:().,'+ -]/g, '')
    .replace(/\/{2,}/g, '/')
    .trim()
    .replace(/^\/|\/$/g, '')

export type MessageIds = { released: string; held: string }

/**
 * The MsgIds of the released and the held file: the original MsgId, shortened, with `-R1` or `-H1` for release 1. They
 * differ from those of every other release of the same run.
 * @param original the MsgId of the run's file
 * @param variant from 1: a higher number gives other IDs, for when these are already in use
 * @param messages of the file: the IDs leave room for their numbers
 */
export function messageIdsOf(original: string, release: number, variant: number, messages = 1): MessageIds {
  const base = toAcceptedCharacters(original) || 'ACCORD'
  const maxLength = MAX_LENGTH - (messages > 1 ? `.${messages}`.length : 0)
  const withSuffix = (letter: 'R' | 'H') => {
    const end = `${variant === 1 ? '' : `-${variant}`}-${letter}${release}`
    return `${base.slice(0, maxLength - end.length).trimEnd()}${end}`
  }
  return { released: withSuffix('R'), held: withSuffix('H') }
}
