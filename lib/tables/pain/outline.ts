import { MAX_RECORDS, type TableProblem } from '@/lib/tables/table'
import { BrokenXml } from '@/lib/tables/xml/read-xml'
import type { Span } from '@/lib/tables/xml/scan'
import { assertOnce, assertTextOnly, TooManyOrders } from './mistakes'
import {
  AMOUNTS,
  isOtherMessage,
  MESSAGES,
  ORDER,
  PATH_STEPS,
  type PathStep,
  SIGNATURES,
  USTRD,
} from './paths'

/** The texts of an element by path. If a path occurs again, its first text that isn't empty counts. USTRD is joined. */
export type Texts = Map<string, { text: string; place: Span }>

/** One CdtTrfTxInf. */
export type OrderPart = { place: Span; texts: Texts; currency: string | null }

/** One PmtInf. `texts`: those outside of its orders. */
export type BatchPart<T> = { place: Span; texts: Texts; orders: T[] }

/** One message. `whole`: the outermost element that contains it and no other message. */
export type MessagePart<T> = { place: Span; whole: Span; head: Texts; batches: BatchPart<T>[] }

/** An element of a file, with its line. */
type FoundElement = { element: string; line: number }

export type Outline<T> = {
  messages: MessagePart<T>[]
  /** It has a signature or a hash, which any change breaks. */
  signed: boolean
  root: FoundElement | null
  firstMessage: FoundElement | null
  /** The first other message, such as direct debits, or the first payment outside of a message. */
  other: FoundElement | null
}

/** What a reader of XML knows about the tag that it is at. `text`: of an element that has no elements and ends there. */
export type TagReader = {
  line: () => number
  attribute: (name: string) => string | null
  text: (place: Span, element: string) => string
}

/** The place of an element from a reader that knows no places. */
export const NOWHERE: Span = { start: 0, open: 0, shut: 0, end: 0 }

/** The payments of a file, in its order. */
export const ordersOf = <T>(messages: MessagePart<T>[]): T[] =>
  messages.flatMap(({ batches }) => batches.flatMap(({ orders }) => orders))

/** The first of these paths that has a text. */
export function firstText(texts: Texts | undefined, ...paths: string[]): string | null {
  for (const path of paths) {
    const text = texts?.get(path)?.text
    if (text) return text
  }
  return null
}

/** Why a file is none of payment orders. One that also holds other messages is none: nobody can say where they belong. */
export function foreignIn<T>({ root, firstMessage, other }: Outline<T>): TableProblem | undefined {
  if (firstMessage && !other) return undefined
  const isPayments = firstMessage !== null || other !== null || root?.element === 'Document'
  return { problem: isPayments ? 'payments_other' : 'header_not_found', ...(other ?? root) }
}

/** Why a file that was read to its end is refused. */
export function refusalOf<T>(outline: Outline<T>): TableProblem | undefined {
  const isEmpty = outline.messages.every(({ batches }) => batches.every(({ orders }) => orders.length === 0))
  return foreignIn(outline) ?? (isEmpty ? { problem: 'file_empty', ...outline.firstMessage } : undefined)
}

/** The position of the scan in the tree of paths, where the texts below it are stored, and what was seen of them. */
type Scope = { step: PathStep; texts: Texts; seen: Set<string> }

const scopeOf = (part: keyof typeof PATH_STEPS, texts: Texts): Scope => ({
  step: PATH_STEPS[part],
  texts,
  seen: new Set(),
})

/**
 * Finds the messages, batches and orders of a pain.001 file with any reader of XML, which calls `open` and `close`. Both
 * throw BrokenXml for a mistake in payment orders.
 */
export class OutlineReader<T> {
  readonly outline: Outline<T> = { messages: [], signed: false, root: null, firstMessage: null, other: null }
  readonly #path: { name: string; scope: Scope | undefined }[] = []
  /** The elements around messages, outermost first: how many messages each has, and the message if it has only one. */
  readonly #around: { messages: number; only: MessagePart<T> | undefined }[] = []
  #message: MessagePart<T> | undefined
  #seenInMessage = new Set<string>()
  /** How many elements are around the current message. */
  #depth = 0
  #batch: BatchPart<T> | undefined
  #order: OrderPart | undefined
  #orders = 0

  readonly #tag: TagReader
  readonly #keep: (order: OrderPart) => T
  /** `keep` gets each order when it ends, and returns what to keep of it. */
  constructor(tag: TagReader, keep: (order: OrderPart) => T) {
    this.#tag = tag
    this.#keep = keep
  }

  /** Takes an opening tag with this local name. */
  open(name: string): void {
    this.outline.root ??= this.#found(name)
    if (SIGNATURES.includes(name)) this.outline.signed = true
    const above = this.#path.at(-1)
    let scope: Scope | undefined
    if (this.#message) scope = this.#within(name)
    else if (MESSAGES.includes(name)) this.#startMessage(name)
    else {
      if (isOtherMessage(name, above?.name)) this.outline.other ??= this.#found(name)
      this.#around.push({ messages: 0, only: undefined })
    }
    if (this.#order && scope && AMOUNTS.includes(scope.step.path)) {
      this.#order.currency ??= this.#tag.attribute('Ccy')
    }
    this.#path.push({ name, scope })
  }

  /** Takes the end of the element that was opened last and isn't closed. `leaf`: it has no elements. */
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

  #found(element: string): FoundElement {
    return { element, line: this.#tag.line() }
  }

  #startMessage(name: string): void {
    this.outline.firstMessage ??= this.#found(name)
    const message = { place: NOWHERE, whole: NOWHERE, head: new Map(), batches: [] }
    this.#message = message
    this.#seenInMessage = new Set()
    this.#depth = this.#path.length
    this.outline.messages.push(message)
    for (const holder of this.#around) holder.only = ++holder.messages === 1 ? message : undefined
  }

  #within(name: string): Scope | undefined {
    const above = this.#path.at(-1)
    if (name === ORDER) return this.#startOrder(above?.scope)
    if (this.#path.length === this.#depth + 1) {
      assertOnce(this.#seenInMessage, name, this.#tag.line)
      if (name === 'GrpHdr' && this.#message) return scopeOf('head', this.#message.head)
      if (name !== 'PmtInf') return undefined
      this.#batch = { place: NOWHERE, texts: new Map(), orders: [] }
      this.#message?.batches.push(this.#batch)
      return scopeOf('batch', this.#batch.texts)
    }
    const scope = above?.scope
    if (!scope) return undefined
    assertTextOnly(scope.step.path, this.#tag.line)
    const step = scope.step.next.get(name)
    if (!step) return undefined
    assertOnce(scope.seen, step.path, this.#tag.line)
    return { ...scope, step }
  }

  #startOrder(above: Scope | undefined): Scope {
    if (above?.step !== PATH_STEPS.batch) {
      const parent = this.#path.at(-1)?.name
      throw new BrokenXml('a payment is in the wrong place', this.#tag.line(), {
        element: ORDER,
        raw: parent && `<${parent}>`,
      })
    }
    this.#orders += 1
    if (this.#orders > MAX_RECORDS) throw new TooManyOrders(this.#tag.line())
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
    const text = leaf ? this.#tag.text(place, step.name).trim() : ''
    const before = texts.get(step.path)
    if (before && before.text !== '' && step.path !== USTRD) return
    const joined = before?.text && text ? `${before.text} ${text}` : before?.text || text
    texts.set(step.path, { text: joined, place })
  }
}
