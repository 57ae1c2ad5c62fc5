/** The longest MsgId of the SEPA schemas. */
const LONGEST = 35

/**
 * The characters that every bank accepts in a MsgId, without a slash at an end or two in a row.
 * @returns an empty text when nothing is left
 */
const accepted = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9/?:().,'+ -]/g, '')
    .replace(/\/{2,}/g, '/')
    .trim()
    .replace(/^\/|\/$/g, '')

export type MessageIds = { released: string; held: string }

/**
 * The MsgIds of a release's files: the original one, cut, and `-R1` or `-H1`. The two never equal those of another
 * release of the same run.
 * @param turn from 1; a later one gives other IDs, for when these are used already
 * @param messages of the file: the IDs leave room for their numbers
 */
export function messageIdsOf(original: string, release: number, turn: number, messages = 1): MessageIds {
  const base = accepted(original) || 'ACCORD'
  const longest = LONGEST - (messages > 1 ? `.${messages}`.length : 0)
  const withSuffix = (letter: 'R' | 'H') => {
    const end = `${turn === 1 ? '' : `-${turn}`}-${letter}${release}`
    return `${base.slice(0, longest - end.length).trimEnd()}${end}`
  }
  return { released: withSuffix('R'), held: withSuffix('H') }
}
