/** Max35Text: MsgId and PmtInfId. */
const MAX_ID = 35
/** `-R1`, or `-R1-2` where the first was used. */
const TAIL = /-[RH]\d+(?:-\d+)?$/

function suffixed(id: string, suffix: string): string {
  return (
    Array.from(id)
      .slice(0, MAX_ID - suffix.length)
      .join('') + suffix
  )
}

/** MsgIds of the messages of a file, from the one of the plan, which has room for them: `A-R1`, then `A-R1.2`. */
export const messageIdOf = (planned: string, index: number): string =>
  index === 0 ? planned : `${planned}.${index + 1}`

/** Matches a later one, in JavaScript and in SQL; its first group ends the first MsgId of the file. */
export const LATER_MESSAGE = String.raw`(-[RH][0-9]+(?:-[0-9]+)?)\.[0-9]+$`

/** The first MsgId of the file that has this one: of a release, only that is stored. */
export const firstMessageId = (messageId: string): string =>
  messageId.replace(new RegExp(LATER_MESSAGE), '$1')

/** Gives each PmtInfId of a held file the tail of its MsgId (`A-H1`), and keeps them different where they were cut. */
export function batchIds(messageId: string): (batchId: string) => string {
  const tail = TAIL.exec(messageId)?.[0] ?? '-H'
  const used = new Set<string>()
  return (batchId) => {
    let id = suffixed(batchId, tail)
    for (let n = 2; used.has(id); n++) id = suffixed(batchId, `${tail}.${n}`)
    used.add(id)
    return id
  }
}
