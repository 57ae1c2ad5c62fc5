import { MESSAGES, ORDER } from '@/lib/tables/pain/paths'
import { decodeXml } from '@/lib/tables/xml/decode-xml'
import { attribute, BrokenXml, readXml } from '@/lib/tables/xml/read-xml'

/**
 * A payment as the second reader finds it. `print`: a fingerprint of everything in the payment except the payee's name,
 * and of what its batch and its message say before it.
 */
export type ParsedOrder = { print: string; name: string; amount: string; currency: string }
/** The totals that a message or a batch declares, and the payments that it contains. */
export type ParsedTotals = { count?: string; sum?: string; orders: ParsedOrder[] }
export type ParsedOrders = { orders: ParsedOrder[]; scopes: ParsedTotals[] }

/** The elements around payments that splitting changes, so they are not part of a fingerprint. */
const CHANGED: Record<string, string[]> = {
  GrpHdr: ['MsgId', 'CreDtTm', 'NbOfTxs', 'CtrlSum'],
  PmtInf: ['PmtInfId', 'NbOfTxs', 'CtrlSum'],
}

const isMessage = (path: string[]): boolean =>
  path.findIndex((name) => MESSAGES.includes(name)) === path.length - 1

/** Whether a path leads to the header or a batch of a message, not to one within supplementary data. */
const isScope = (path: string[]): boolean =>
  (path.at(-1) === 'GrpHdr' || path.at(-1) === 'PmtInf') && isMessage(path.slice(0, -1))

/**
 * Reads the payments of a pain.001 file with the XML reader of uploads, which doesn't depend on the scanner that
 * splits. Null if the file can't be read.
 */
export function parseOrders(bytes: Uint8Array): ParsedOrders | null {
  const decoded = decodeXml(bytes)
  if (decoded === null) return null
  const viewer = new OrderViewer()
  try {
    readXml(decoded.text, viewer)
  } catch (error) {
    if (error instanceof BrokenXml) return null
    throw error
  }
  return viewer.seen
}

class OrderViewer {
  readonly seen: ParsedOrders = { orders: [], scopes: [] }
  readonly #path: string[] = []
  #inMessage: ParsedOrder[] = []
  #inBatch: ParsedOrder[] = []
  #scope: ParsedTotals | undefined
  #order: ParsedOrder | undefined
  #print = new Print()
  #head = new Print()
  #batch = new Print()
  #text = ''

  readonly open = (name: string, attributes: Record<string, string>) => {
    this.#path.push(name)
    this.#text = ''
    if (!this.#order && name !== ORDER) this.#openAround(name, attributes)
    if (isMessage(this.#path)) this.#inMessage = []
    if (isScope(this.#path)) this.#startScope(name)
    if (name === ORDER) {
      this.#order = { print: '', name: '', amount: '', currency: '' }
      this.#print = new Print()
    }
    if (!this.#order) return
    this.#print.element(name, attributes)
    if (name === 'InstdAmt' || this.#isEquivalent()) {
      this.#order.currency ||= attribute(attributes, 'Ccy') ?? ''
    }
  }

  readonly text = (piece: string) => {
    this.#text += piece
  }

  readonly close = (name: string) => {
    const text = this.#text.trim()
    if (this.#order) this.#closeInOrder(name, this.#order, text)
    else this.#closeOutside(name, text)
    this.#path.pop()
    this.#text = ''
  }

  #openAround(name: string, attributes: Record<string, string>): void {
    const isWithin = this.#path.slice(0, -1).includes('PmtInf')
    if (!isWithin && (name === 'GrpHdr' || MESSAGES.includes(name))) this.#head = new Print()
    if (!isWithin && name === 'PmtInf') this.#batch = new Print()
    this.#around().element(name, attributes)
  }

  /** The fingerprint of what surrounds a payment: inside a batch that of the batch, elsewhere that of the message. */
  #around = (): Print => (this.#path.includes('PmtInf') ? this.#batch : this.#head)

  /** The totals of a GrpHdr count the payments of all batches of its message, wherever it is. */
  #startScope(name: string): void {
    if (name === 'PmtInf') this.#inBatch = []
    this.#scope = { orders: name === 'PmtInf' ? this.#inBatch : this.#inMessage }
    this.seen.scopes.push(this.#scope)
  }

  #isEquivalent(): boolean {
    return this.#path.at(-1) === 'Amt' && this.#path.at(-2) === 'EqvtAmt'
  }

  #closeInOrder(name: string, order: ParsedOrder, text: string): void {
    const isName = name === 'Nm' && this.#path.at(-2) === 'Cdtr' && this.#path.at(-3) === ORDER
    if (isName) order.name = text
    else this.#print.add(`${text}>`)
    if (name === 'InstdAmt' || this.#isEquivalent()) order.amount ||= text
    if (name !== ORDER) return
    order.print = `${this.#print.text()} ${this.#batch.text()} ${this.#head.text()}`
    this.seen.orders.push(order)
    this.#inMessage.push(order)
    this.#inBatch.push(order)
    this.#order = undefined
  }

  #closeOutside(name: string, text: string): void {
    const parent = this.#path.at(-2)
    if (!(CHANGED[parent ?? ''] ?? []).includes(name)) this.#around().add(`${text}>`)
    if (name !== 'NbOfTxs' && name !== 'CtrlSum') return
    const scope = isScope(this.#path.slice(0, -1)) ? this.#scope : undefined
    if (scope) scope[name === 'NbOfTxs' ? 'count' : 'sum'] = text
  }
}

/** A fingerprint of 64 bits: two hashes over every character. The texts of 100,000 payments would fill the memory. */
class Print {
  #one = 0x811c9dc5
  #two = 0x1b873593

  element(name: string, attributes: Record<string, string>): void {
    this.add(`<${name}`)
    for (const [key, value] of Object.entries(attributes)) this.add(` ${key}=${value}`)
  }

  add(text: string): void {
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i)
      this.#one = Math.imul(this.#one ^ code, 0x01000193)
      this.#two = Math.imul(this.#two ^ code, 0x85ebca6b) + 0x165667b1
    }
  }

  text(): string {
    return `${this.#one >>> 0}.${this.#two >>> 0}`
  }
}
