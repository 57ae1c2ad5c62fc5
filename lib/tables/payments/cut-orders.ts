import { applyEdits, type Edit } from '@/lib/tables/bytes'
import { fractionDigits, sumOf, sumsOf } from '@/lib/tables/money/decimal'
import { removal, replacement } from '@/lib/tables/pain/edits'
import { openOrders } from '@/lib/tables/pain/open-orders'
import { type BatchPart, type MessagePart, ordersOf, type Texts } from '@/lib/tables/pain/outline'
import type { TableProblem } from '@/lib/tables/table'
import type { Span, XmlSource } from '@/lib/tables/xml/scan'
import { batchIds, messageIdOf } from './cut-ids'
import { type LineDestination, lineDestinations, writtenNames } from './cut-plan'
import { timeLike } from './cut-times'
import type { CutFiles, CutPart, CutPlan, WholeFile } from './line'
import { moneyOf, wholeReasonOf } from './order-payments'

type Order = ReturnType<typeof moneyOf> & { number: number; span: Span; name: Span | undefined }
type Message = MessagePart<Order>
type Batch = BatchPart<Order>

/**
 * Splits a pain.001 file into a file with the released lines and one with the held lines. Each is the original, byte
 * for byte, without the other lines. Only these elements change: MsgId and CreDtTm, NbOfTxs and CtrlSum where lines
 * are missing, PmtInfId in the held file, and corrected names in the released file.
 * @throws Error if the plan doesn't fit the file
 */
export function cutOrders(bytes: Uint8Array, plan: CutPlan): CutFiles | WholeFile | TableProblem {
  const { names, shortened } = writtenNames(plan)
  let lines = 0
  const opened = openOrders(bytes, (order): Order => {
    const number = ++lines
    const name = names.has(number) ? order.texts.get('Cdtr/Nm')?.place : undefined
    return { number, span: order.place, name, ...moneyOf(order) }
  })
  if ('problem' in opened) return opened
  const { source, outline } = opened
  const whole = wholeReasonOf(outline)
  if (whole !== null) return { whole }
  const destinationOf = lineDestinations(plan, lines)
  const cut = (part: LineDestination, plannedId: string) =>
    new PartWriter(source, { part, destinationOf, names, plannedId, at: plan.at }).write(outline.messages)
  const released = cut('released', plan.messageIds.released)
  const held = cut('held', plan.messageIds.held)
  const kept = ordersOf(outline.messages).filter(({ number }) => destinationOf(number) !== 'gone')
  return { released, held, original: { lines: kept.length, sums: sumsOf(kept) }, shortened }
}

type Writing = {
  part: LineDestination
  destinationOf: (number: number) => LineDestination
  names: Map<number, string>
  plannedId: string
  at: string
}

class PartWriter {
  readonly #source: XmlSource
  readonly #writing: Writing
  readonly #edits: Edit[] = []
  readonly #messageIds: string[] = []

  constructor(source: XmlSource, writing: Writing) {
    this.#source = source
    this.#writing = writing
  }

  write(messages: Message[]): CutPart | null {
    const kept = this.#kept(ordersOf(messages))
    if (kept.length === 0) return null
    for (const message of messages) this.#message(message)
    const bytes = applyEdits(this.#source.bytes, this.#edits)
    return { bytes, lines: kept.length, sums: sumsOf(kept), messageIds: this.#messageIds }
  }

  #kept(orders: Order[]): Order[] {
    const { destinationOf, part } = this.#writing
    return orders.filter(({ number }) => destinationOf(number) === part)
  }

  #message({ whole, head, batches }: Message): void {
    const orders = batches.flatMap((batch) => batch.orders)
    if (this.#kept(orders).length === 0) {
      this.#remove(whole)
      return
    }
    const { plannedId, at } = this.#writing
    const id = messageIdOf(plannedId, this.#messageIds.length)
    this.#messageIds.push(id)
    this.#replace(head, 'MsgId', () => id)
    this.#replace(head, 'CreDtTm', (original) => timeLike(original, at))
    this.#totals(head, orders)
    const held = batchIds(plannedId)
    for (const batch of batches) this.#batch(batch, held)
  }

  #batch({ place, texts, orders }: Batch, held: (id: string) => string): void {
    const kept = this.#kept(orders)
    if (kept.length === 0 && orders.length > 0) {
      this.#remove(place)
      return
    }
    if (this.#writing.part === 'held') this.#replace(texts, 'PmtInfId', held)
    this.#totals(texts, orders)
    for (const order of orders) {
      if (this.#writing.destinationOf(order.number) !== this.#writing.part) this.#remove(order.span)
      else this.#name(order)
    }
  }

  /** Where no line is missing, declared totals stay as they are written. */
  #totals(texts: Texts, orders: Order[]): void {
    const kept = this.#kept(orders)
    if (kept.length === orders.length) return
    const amounts = (some: Order[]) => some.flatMap(({ decimal }) => decimal ?? [])
    const places = amounts(orders).reduce((most, amount) => Math.max(most, fractionDigits(amount)), 0)
    this.#replace(texts, 'NbOfTxs', () => String(kept.length))
    this.#replace(texts, 'CtrlSum', () => sumOf(amounts(kept), places))
  }

  #name({ number, name }: Order): void {
    const written = this.#writing.names.get(number)
    if (written === undefined) return
    if (!name) throw new Error(`line ${number} has no name to replace`)
    this.#edits.push(replacement(this.#source, name, written))
  }

  #remove(span: Span): void {
    const edit = removal(this.#source, span)
    const before = this.#edits.at(-1)
    if (before?.to === edit.from && before.bytes === edit.bytes) before.to = edit.to
    else this.#edits.push(edit)
  }

  /** Changes an element only where the file has it, and never adds one. */
  #replace(texts: Texts, path: string, by: (original: string) => string): void {
    const found = texts.get(path)
    if (found) this.#edits.push(replacement(this.#source, found.place, by(found.text)))
  }
}
