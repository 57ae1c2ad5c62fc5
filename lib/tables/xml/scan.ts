import type { Encoding } from '@/lib/tables/text/choices'
import { decodeAs, unitBytes } from '@/lib/tables/text/encoding'
import { encodingOfXml } from './decode-xml'
import { lineAt } from './place'
import { BrokenXml, local, MAX_DEPTH, MAX_ELEMENT } from './read-xml'

/**
 * XML with the places of its parts. `units` has one character for each byte (for two bytes in UTF-16), so a place in it
 * is a place in the file; only the ASCII characters of `units` are what they seem.
 */
export type XmlSource = {
  bytes: Uint8Array
  units: string
  encoding: Encoding
  label: string | null
  bom: number
}

/** An element: its opening tag is [start, open), its content [open, shut), its closing tag [shut, end), in units. */
export type Span = { start: number; open: number; shut: number; end: number }

export type ScanEvents = {
  /** `name` is local; [start, end) is the opening tag. */
  open: (name: string, start: number, end: number) => void
  /** `leaf`: it has no elements. An empty element has `open`, `shut` and `end` in one place. */
  close: (name: string, place: Span, leaf: boolean) => void
}

/** A character has up to three bytes in UTF-8: what the reader of uploads accepts is accepted here too. */
const MAX_ELEMENT_BYTES = 3 * MAX_ELEMENT
/** How many units are kept with an error. */
const SHOWN = 200

/** Prepares a file for `scanXml`, on a server. */
export function sourceOf(bytes: Uint8Array): XmlSource {
  const { encoding, bomLength, label } = encodingOfXml(bytes)
  const body = bytes.subarray(bomLength)
  const units = unitBytes(encoding) === 2 ? decodeAs(body, encoding) : charactersOf(body)
  return { bytes, units, encoding, label, bom: bomLength }
}

/** One character for each byte, in a byte of memory each: other ways of decoding need two more in between. */
const charactersOf = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('latin1')

/** The place of a unit in the bytes of the file. */
export const byteAt = ({ encoding, bom }: XmlSource, unit: number): number => bom + unit * unitBytes(encoding)

/**
 * Reports the elements of a file with their places. It reads what `readXml` accepts in the same way; it demands closed
 * elements, at most 64 levels and 192 kB in a tag or text, and refuses document types. Throws `BrokenXml`.
 */
export function scanXml(source: XmlSource, events: ScanEvents): void {
  new Scanner(source, events).scan()
}

type OpenElement = { name: string; start: number; open: number; leaf: boolean }

class Scanner {
  readonly #source: XmlSource
  readonly #units: string
  readonly #events: ScanEvents
  /** In units. */
  readonly #longest: number
  readonly #path: OpenElement[] = []

  constructor(source: XmlSource, events: ScanEvents) {
    const { units, encoding } = source
    this.#source = source
    this.#units = units
    this.#events = events
    this.#longest = MAX_ELEMENT_BYTES / unitBytes(encoding)
  }

  scan(): void {
    let at = this.#units.indexOf('<')
    if (at > 0 && this.#units.startsWith('<?xml ', at)) this.#fail('the declaration is not at the start', at)
    while (at >= 0) at = this.#units.indexOf('<', this.#endOf(at))
    if (this.#path.length > 0) this.#fail('an element is not closed', this.#units.length, '')
  }

  /** Reads what begins with this `<`. */
  #endOf(at: number): number {
    const kind = this.#units.charCodeAt(at + 1)
    if (kind === SLASH) return this.#closing(at)
    if (kind === QUESTION) return this.#after('?>', at + 2)
    if (kind !== EXCLAMATION) return this.#opening(at)
    if (this.#units.startsWith('<!--', at)) return this.#after('-->', at + 4)
    if (this.#units.startsWith('<![CDATA[', at)) return this.#after(']]>', at + 9)
    return this.#fail('a document type is not allowed', at)
  }

  #opening(at: number): number {
    const end = tagEnd(this.#units, at)
    if (end < 0) this.#fail('a tag has no end', at)
    if (end - at > this.#longest) this.#fail('a tag is too long', at)
    const name = nameAt(this.#units, at + 1)
    if (this.#path.length === MAX_DEPTH) this.#fail('elements within too many others', at)
    const parent = this.#path.at(-1)
    if (parent) parent.leaf = false
    this.#path.push({ name, start: at, open: end, leaf: true })
    this.#events.open(local(name), at, end)
    if (this.#units.charCodeAt(end - 2) === SLASH) this.#shut(end, end)
    return end
  }

  #closing(at: number): number {
    const end = this.#after('>', at)
    const name = this.#units.slice(at + 2, end - 1).trimEnd()
    if (this.#path.at(-1)?.name !== name) this.#fail('an element is not closed', at)
    this.#shut(at, end)
    return end
  }

  #shut(shut: number, end: number): void {
    const { name, start, open, leaf } = this.#path.pop() ?? this.#fail('an element is closed too often', shut)
    if (leaf && shut - open > this.#longest) {
      this.#path.push({ name, start, open, leaf })
      this.#fail('an element is too long', start, this.#raw(open))
    }
    this.#events.close(local(name), { start, open, shut, end }, leaf)
  }

  #after(sign: string, from: number): number {
    const at = this.#units.indexOf(sign, from)
    return at < 0 ? this.#fail(`"${sign}" is missing`, from) : at + sign.length
  }

  #fail(why: string, at: number, raw = this.#raw(at)): never {
    const element = this.#path.at(-1)?.name
    throw new BrokenXml(why, lineAt(this.#units, at), { element: element && local(element), raw })
  }

  #raw(at: number): string {
    const { bytes, encoding } = this.#source
    return decodeAs(bytes.subarray(byteAt(this.#source, at), byteAt(this.#source, at + SHOWN)), encoding)
  }
}

const [SLASH, QUESTION, EXCLAMATION, GREATER] = [0x2f, 0x3f, 0x21, 0x3e]
const [QUOTE, APOSTROPHE] = [0x22, 0x27]

/** The end of the tag in which this place is; -1 when it has none. An attribute may contain a `>`. */
export function tagEnd(text: string, start: number): number {
  let quote = 0
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (quote === 0 && code === GREATER) return at + 1
    if (code === quote) quote = 0
    else if (quote === 0 && (code === QUOTE || code === APOSTROPHE)) quote = code
  }
  return -1
}

function nameAt(units: string, start: number): string {
  let end = start
  for (let code = units.charCodeAt(end); code > 0x20 && code !== SLASH && code !== GREATER; ) {
    code = units.charCodeAt(++end)
  }
  return units.slice(start, end)
}

const PARTS = /<!--.*?-->|<\?.*?\?>|<!\[CDATA\[(.*?)\]\]>|&([^;<&]*;?)/gs
const ENTITIES: Record<string, string> = { 'amp;': '&', 'lt;': '<', 'gt;': '>', 'quot;': '"', 'apos;': "'" }

/**
 * The text of an element between two places that has no elements, as an XML reader gives it. Throws `BrokenXml` for bytes
 * that are not in the encoding, and for entities other than the five of XML.
 */
export function textAt(source: XmlSource, from: number, to: number, element?: string): string {
  const raw = source.units.slice(from, to)
  if (!/[<&\r\u0080-\uffff]/.test(raw)) return raw
  const broken = () => new BrokenXml('a text is not valid', lineAt(source.units, from), { element, raw })
  const text = decodeRange(source, from, to)
  if (text === null) throw broken()
  return text.replace(/\r\n?/g, '\n').replace(PARTS, (_, section?: string, name?: string) => {
    if (name === undefined) return section ?? ''
    const sign = ENTITIES[name] ?? characterReference(name)
    if (sign === null) throw broken()
    return sign
  })
}

function decodeRange(source: XmlSource, from: number, to: number): string | null {
  const bytes = source.bytes.subarray(byteAt(source, from), byteAt(source, to))
  try {
    return new TextDecoder(source.encoding, { fatal: source.encoding === 'utf-8', ignoreBOM: true }).decode(
      bytes,
    )
  } catch {
    return null
  }
}

/** The character of a reference such as `#233;` or `#xE9;`. */
function characterReference(name: string): string | null {
  const [, hex, decimal] = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}));$/i.exec(name) ?? []
  const code = hex === undefined ? Number(decimal ?? Number.NaN) : Number.parseInt(hex, 16)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : null
}

/** After white space, so that each place of a long tag is looked at once. */
const ATTRIBUTE = /(?<=\s)([^\s=/>"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/dg

/** An attribute without a prefix of the opening tag at [start, end), as an XML reader gives it. */
export function attributeAt(source: XmlSource, name: string, start: number, end: number): string | null {
  for (const { 1: found, indices } of source.units.slice(start, end).matchAll(ATTRIBUTE)) {
    const place = indices?.[2] ?? indices?.[3]
    if (found === name && place) return textAt(source, start + place[0], start + place[1])
  }
  return null
}
