import { cleanIban } from '@/lib/iban/clean'
import { shortIban } from '@/lib/iban/format'
import { looksLikeIban } from '@/lib/tables/looks-like'
import { decodeAs } from '@/lib/tables/text/encoding'
import { lineEndsIn } from '@/lib/tables/text/scan'
import type { BrokenXml } from '@/lib/tables/xml/read-xml'

/** Where a file can't be read: its line, the element there by its local name, and what it holds (`shownValue`). */
export type FilePlace = { line: number; element?: string; value?: string }

/** Elements whose text is never about a person. */
const TECHNICAL =
  /^(?:MsgId|CreDtTm|NbOfTxs|CtrlSum|PmtInfId|PmtMtd|BtchBookg|ReqdExctnDt|Dt|DtTm|InstrId|EndToEndId|UETR|InstdAmt|Amt|BIC|BICFI|AnyBIC|Cd|Ctry|ChrgBr)$/
/** A tag, or the beginning of one, of plain names. */
const MARKUP = /^<[/!?]?[\w:.-]{1,60}/
/** Without a semicolon it could be the beginning of a name. */
const REFERENCE = /&(?:[#\w]{0,20};)?/
const LONGEST = 40
const MOST_READ = 200

/**
 * A value of a file as a refusal may show it: tags and technical texts shortened, accounts with their ends, and the first
 * letter of anything that could be a name. Undefined when there is nothing to show.
 */
function shownValue(element: string | undefined, raw: string): string | undefined {
  const text = raw.slice(0, MOST_READ).trim().replace(/\s+/g, ' ')
  if (text === '') return undefined
  const tag = MARKUP.exec(text)?.[0]
  if (tag !== undefined) return text.startsWith(`${tag}>`) ? `${tag}>` : tag
  if (looksLikeIban(text)) return shortIban(cleanIban(text))
  if (element !== undefined && TECHNICAL.test(element))
    return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
  const masked = `${Array.from(text)[0]}···`
  const reference = REFERENCE.exec(text)?.[0]
  return reference && reference !== text ? `${masked}${reference}` : (reference ?? masked)
}

/** The content before this place of an XML text: the tag around it, or the text between two tags. */
function rawAt(xml: string, place: number): string {
  // the character before it may be the end of the tag or of the text
  const opened = xml.lastIndexOf('<', place - 2)
  const closed = xml.lastIndexOf('>', place - 2)
  return xml.slice(Math.max(opened, closed + 1, 0), Math.max(place, 0)).replace(/(?!^)<$/, '')
}

/** The place of an error. `text`: the parsed text, if the error doesn't contain the value at its place. */
export function brokenPlace(error: BrokenXml, text = ''): FilePlace {
  const { element, at } = error
  const { line, raw } = at === undefined ? error : mistakeIn(text, at, error)
  const value = shownValue(element, raw ?? '')
  return { line, ...(element && { element }), ...(value && { value }) }
}

const BAD_REFERENCE = /&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);)(?:[#\w]{0,20};)?/i

/** The parser reads a reference without its semicolon up to the next one, which may be lines away. */
function mistakeIn(text: string, at: number, { line, after }: BrokenXml) {
  const reference = BAD_REFERENCE.exec(text.slice(after, at))
  if (reference === null) return { line, raw: rawAt(text, at) }
  const place = after + reference.index
  return { line: lineAt(text, place), raw: rawAt(text, place) + reference[0] }
}

/** The line of a place, from 1. */
export const lineAt = (text: string, place: number): number => 1 + lineEndsIn(text, 0, place)

/** Where bytes declared as UTF-8 first are invalid; the first line, which names the encoding, if they never are. */
export function undecodablePlace(bytes: Uint8Array): FilePlace {
  const text = decodeAs(bytes, 'utf-8')
  const place = text.indexOf('\ufffd')
  if (place < 0) return { line: 1 }
  const before = text.slice(0, place)
  const element = /<(?:[\w-]{1,40}:)?([\w.-]{1,60})[^<>]*>[^<>]*$/.exec(before.slice(-MOST_READ))?.[1]
  const value = shownValue(element, rawAt(text, place + 1))
  return { line: lineAt(text, place), ...(element && { element }), ...(value && { value }) }
}
