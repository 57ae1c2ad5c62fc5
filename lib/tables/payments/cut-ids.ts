import type { CutPlan } from './line'

/** The most characters of a MsgId or PmtInfId: Max35Text of ISO 20022. */
const MAX_ID = 35

/**
 * Keeps only what every bank accepts in a MsgId: the Latin characters of SEPA, no space or slash at either end, and no
 * slash twice in a row.
 * @returns an empty text when nothing is left
 */
const toAcceptedCharacters = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9/?:().,'+ -]/g, '')
    .replace(/\/{2,}/g, '/')
    .replace(/^[ /]+|[ /]+$/g, '')

/**
 * The MsgIds of the released and the held file: the original MsgId, shortened, with `-R1` or `-H1` for release 1. They
 * differ from those of every other release of the same run.
 * @param original the MsgId of the run's file
 * @param variant from 1: a higher number gives other IDs, for when these are already in use
 * @param messages of the file: the IDs leave room for their numbers
 */
export function messageIdsOf(
  original: string,
  release: number,
  variant: number,
  messages = 1,
): CutPlan['messageIds'] {
  const base = toAcceptedCharacters(original) || 'ACCORD'
  const maxLength = MAX_ID - (messages > 1 ? `.${messages}`.length : 0)
  const withSuffix = (letter: 'R' | 'H') => {
    const end = `${variant === 1 ? '' : `-${variant}`}-${letter}${release}`
    return `${base.slice(0, maxLength - end.length).trimEnd()}${end}`
  }
  return { released: withSuffix('R'), held: withSuffix('H') }
}

/** The end of a planned MsgId, such as `-R1`. */
const TAIL = '-[RH][0-9]+'

function suffixed(id: string, suffix: string): string {
  return (
    Array.from(id)
      .slice(0, MAX_ID - suffix.length)
      .join('') + suffix
  )
}

/**
 * The MsgId of a message of a file: `A-R1` for the first, `A-R1.2` for the second.
 * @param planned the MsgId in the plan, which has room for the number
 * @param index of the message in the file, from 0
 */
export const messageIdOf = (planned: string, index: number): string =>
  index === 0 ? planned : `${planned}.${index + 1}`

/** Matches a later one, in JavaScript and in SQL; its first group ends the first MsgId of the file. */
export const LATER_MESSAGE = `(${TAIL})\\.[0-9]+$`

/** The first MsgId of the file that has this one: of a release, only that is stored. */
export const firstMessageId = (messageId: string): string =>
  messageId.replace(new RegExp(LATER_MESSAGE), '$1')

/**
 * Returns a function that gives each PmtInfId of a held file the end of its MsgId, such as `-H1`. The bank then sees no
 * PmtInfId of the released file again. IDs that become equal when they are shortened get a number.
 */
export function batchIds(messageId: string): (batchId: string) => string {
  const tail = new RegExp(`${TAIL}$`).exec(messageId)?.[0] ?? '-H'
  const used = new Set<string>()
  return (batchId) => {
    let id = suffixed(batchId, tail)
    for (let n = 2; used.has(id); n++) id = suffixed(batchId, `${tail}.${n}`)
    used.add(id)
    return id
  }
}

/** The lines of a message with the PmtInfIds that their batches have in the held file. Lines are in its order. */
export function inHeldFile<T extends { batch: number; batchId: string | null }>(
  messageId: string,
  lines: readonly T[],
): T[] {
  const idOf = batchIds(messageId)
  const ids = new Map<number, string>()
  for (const { batch, batchId } of lines)
    if (batchId !== null && !ids.has(batch)) ids.set(batch, idOf(batchId))
  return lines.map((line) => ({ ...line, batchId: ids.get(line.batch) ?? null }))
}
