import { MAX_RECORDS } from '@/lib/tables/table'
import { BrokenXml } from '@/lib/tables/xml/read-xml'
import { attributeAt, lineAt, type Span, scanXml, textAt, type XmlSource } from '@/lib/tables/xml/scan'
import { demandOnce, TooManyOrders } from './mistakes'
import { AMOUNTS, isOther, MESSAGES, ORDER, PATH_STEPS, type PathStep, SIGNATURES, USTRD } from './paths'

/** The texts of an element by path. If a path occurs again, its first text that isn't empty counts. USTRD is joined. */
export type Texts = Map<string, { text: string; place: Span }>

/** One CdtTrfTxInf. */
export type OrderPart = { place: Span; texts: Texts; currency: string | null }

/** One PmtInf. `texts`: those outside of its orders. */
export type BatchPart<T> = { place: Span; texts: Texts; orders: T[] }

/** One message. `whole`: the outermost element that contains it and no other message. */
export type MessagePart<T> = { place: Span; whole: Span; head: Texts; batches: BatchPart<T>[] }

export type Outline<T> = {
  messages: MessagePart<T>[]
  /** `pain.001.001.09` */
  version: string | null
  /** It has a signature or a hash, which any change breaks. */
  signed: boolean
  /** The first other message, such as direct debits, or the first payment outside of a message. */
  other: { element: string; line: number } | null
  root: string
}

const VERSION = /pain\.001\.\d{3}\.\d{2}(?:\.ch\.\d{2})?/g

const NOWHERE: Span = { start: 0, open: 0, shut: 0, end: 0 }

/**
 * Finds the messages, batches and orders of a pain.001 file, with the places of everything that is read or replaced.
 * @param keep gets each order, and returns what to keep of it
 * @throws BrokenXml
 */
export function outlineOf<T>(source: XmlSource, keep: (order: OrderPart) => T): Outline<T> {
  const reader = new OutlineReader(source, keep)
  scanXml(source, {
    open: (name, start, end) => reader.open(name, start, end),
    close: (_, place, leaf) => reader.close(place, leaf),
  })
  return reader.outline
}

/** The position of the scan in the tree of paths, where the texts below it are stored, and what was seen of them. */
type Scope = { step: PathStep; texts: Texts; seen: Set<string> }

const scopeOf = (part: keyof typeof PATH_STEPS, texts: Texts): Scope => ({
  ...{ step: PATH_STEPS[part], texts },
  seen: new Set(),
})

class OutlineReader<T> {
  readonly outline: Outline<T> = { messages: [], version: null, signed: false, other: null, root: '' }
  readonly #path: { name: string; scope: Scope | undefined }[] = []
  /** The elements around messages, outermost first: how many messages each has, and the message if it has only one. */
  readonly #around: { messages: number; only: MessagePart<T> | undefined }[] = []
  #message: MessagePart<T> | undefined
  #seenInMessage = new Set<string>()
  /** Up to where the version was looked for. */
  #searched = 0
  /** How many elements are around the current message. */
  #depth = 0
  #batch: BatchPart<T> | undefined
  #order: OrderPart | undefined
  #orders = 0

  readonly #source: XmlSource
  readonly #keep: (order: OrderPart) => T
  constructor(source: XmlSource, keep: (order: OrderPart) => T) {
    this.#source = source
    this.#keep = keep
  }

  open(name: string, start: number, end: number): void {
    this.outline.root ||= name
    if (SIGNATURES.includes(name)) this.outline.signed = true
    const above = this.#path.at(-1)
    let scope: Scope | undefined
    if (this.#message) scope = this.#within(name, start)
    else if (MESSAGES.includes(name)) this.#startMessage(end)
    else {
      if (isOther(name, above?.name))
        this.outline.other ??= { element: name, line: lineAt(this.#source.units, start) }
      this.#around.push({ messages: 0, only: undefined })
    }
    if (this.#order && scope && AMOUNTS.includes(scope.step.path)) {
      this.#order.currency ??= attributeAt(this.#source, 'Ccy', start, end)
    }
    this.#path.push({ name, scope })
  }

  close(place: Span, leaf: boolean): void {
    const scope = this.#path.pop()?.scope
    if (!this.#message) {
      const { only } = this.#around.pop() ?? {}
      if (only) only.whole = place
    } else if (this.#path.length === this.#depth) {
      this.#message.place = place
      this.#message.whole = place
      this.#message = undefined
    } else if (scope?.step === PATH_STEPS.order) this.#endOrder(place)
    else if (scope?.step === PATH_STEPS.batch) {
      if (this.#batch) this.#batch.place = place
      this.#batch = undefined
    } else if (scope) this.#read(scope, place, leaf)
  }

  #startMessage(end: number): void {
    const message = { place: NOWHERE, whole: NOWHERE, head: new Map(), batches: [] }
    this.#message = message
    this.#seenInMessage = new Set()
    this.#depth = this.#path.length
    this.outline.messages.push(message)
    this.outline.version ??= this.#source.units.slice(this.#searched, end).match(VERSION)?.at(-1) ?? null
    this.#searched = end
    for (const holder of this.#around) holder.only = ++holder.messages === 1 ? message : undefined
  }

  #within(name: string, start: number): Scope | undefined {
    const above = this.#path.at(-1)
    const line = () => lineAt(this.#source.units, start)
    if (name === ORDER) return this.#startOrder(start, above?.scope)
    if (this.#path.length === this.#depth + 1) {
      demandOnce(this.#seenInMessage, name, line)
      if (name === 'GrpHdr' && this.#message) return scopeOf('head', this.#message.head)
      if (name !== 'PmtInf') return undefined
      this.#batch = { place: NOWHERE, texts: new Map(), orders: [] }
      this.#message?.batches.push(this.#batch)
      return scopeOf('batch', this.#batch.texts)
    }
    const step = above?.scope?.step.next.get(name)
    if (!step || !above?.scope) return undefined
    demandOnce(above.scope.seen, step.path, line)
    return { ...above.scope, step }
  }

  #startOrder(start: number, above: Scope | undefined): Scope {
    if (above?.step !== PATH_STEPS.batch) {
      const parent = this.#path.at(-1)?.name
      throw new BrokenXml('a payment is in the wrong place', lineAt(this.#source.units, start), {
        element: ORDER,
        raw: parent && `<${parent}>`,
      })
    }
    this.#orders += 1
    if (this.#orders > MAX_RECORDS) throw new TooManyOrders(lineAt(this.#source.units, start))
    this.#order = { place: NOWHERE, texts: new Map(), currency: null }
    return scopeOf('order', this.#order.texts)
  }

  #endOrder(place: Span): void {
    if (!this.#order) return
    this.#order.place = place
    this.#batch?.orders.push(this.#keep(this.#order))
    this.#order = undefined
  }

  #read({ step, texts }: Scope, place: Span, leaf: boolean): void {
    if (!step.read) return
    const text = leaf ? textAt(this.#source, place.open, place.shut, step.path.split('/').at(-1)).trim() : ''
    const before = texts.get(step.path)
    if (before && before.text !== '' && step.path !== USTRD) return
    const joined = before?.text && text ? `${before.text} ${text}` : before?.text || text
    texts.set(step.path, { text: joined, place })
  }
}
