import { sameDecimal, sumOf } from '@/lib/tables/money/decimal'
import type { FilePayment } from '@/lib/tables/payments/line'
import { countedLines, linesByLevel, listedCodes } from './counts'
import { type Identity, identityKey, isCandidate, JOIN_KEYS, type Trust } from './join-keys'
import { REPORT_CODES, type ReportDocument, type ReportEntry, type ReportLevel } from './report'

/** A payment line that a report can refer to. */
export type PayableLine = Identity & Pick<FilePayment, 'number' | 'batchId'>

/** The payment lines that a document may answer, and whether its MsgId or only a person says so. */
export type JoinScope = { lines: readonly PayableLine[]; trust: Trust }

/** `joined`: payment line numbers by position in the report. `ambiguous`: positions that fit several payment lines. */
export type JoinedDocument = {
  joined: Map<number, number>
  ambiguous: Set<number>
  /** lines that the report doesn't list, with the code that the counts prove */
  counted: { number: number; code: string; batchId: string | null }[]
}

/** The most comparisons by one key. Further entries are tried by the next key, and are ambiguous after the last one. */
const MAX_COMPARISONS = 500_000
const MAX_ROUNDS = 5

/** Entries that are identical apart from their answers, and the payment lines that they may be about. */
type Twins = { entries: ReportEntry[]; candidates: PayableLine[] }

/**
 * Joins the entries of a document to payment lines, one to one, by each of `JOIN_KEYS` in turn. It never guesses:
 * identical entries are joined only if exactly as many payment lines fit and their answers are equal, and an entry that
 * another one contradicts isn't joined. The order of entries or lines never decides.
 */
export function joinDocument(
  document: ReportDocument,
  entries: readonly ReportEntry[],
  scope: JoinScope,
): JoinedDocument {
  const joiner = new Joiner(scope)
  let open = [...entries]
  for (const key of JOIN_KEYS) open = joiner.joinBy(key, open)
  joiner.takeBackContradicted(entries)
  const left = entries.filter(({ position }) => !joiner.joined.has(position))
  const ambiguous = new Set(left.filter((entry) => joiner.mayStillBe(entry)).map(({ position }) => position))
  const counted =
    document.complete && scope.trust === 'known' ? provedByCounts(document, entries, scope, joiner) : []
  return { joined: joiner.joined, ambiguous, counted }
}

class Joiner {
  readonly joined = new Map<number, number>()
  readonly #scope: JoinScope
  readonly #batches: ReadonlySet<string>
  readonly #taken = new Set<number>()
  /** the payment lines that an earlier, more certain key allows for an entry */
  readonly #narrowed = new Map<number, Set<number>>()
  readonly #contested = new Set<number>()
  /** entries that were not compared with every line */
  readonly #skipped = new Set<number>()
  #comparisons = 0

  constructor(scope: JoinScope) {
    this.#scope = scope
    this.#batches = new Set(scope.lines.flatMap(({ batchId }) => batchId ?? []))
  }

  /** Joins what one key proves. @returns the entries that are not joined yet */
  joinBy({ ofEntry, ofLine }: (typeof JOIN_KEYS)[number], entries: ReportEntry[]): ReportEntry[] {
    let open = entries
    const lines = Map.groupBy(
      this.#scope.lines.filter(({ number }) => !this.#taken.has(number)),
      ofLine,
    )
    lines.delete(null)
    this.#comparisons = 0
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const twins = this.#twinsOf(open, ofEntry, lines)
      const before = this.joined.size
      for (const one of this.#certain(twins)) this.#assign(one)
      if (this.joined.size === before) break
      open = open.filter(({ position }) => !this.joined.has(position))
    }
    return open
  }

  mayStillBe({ position }: ReportEntry): boolean {
    if (this.#contested.has(position) || this.#skipped.has(position)) return true
    return [...(this.#narrowed.get(position) ?? [])].some((number) => !this.#taken.has(number))
  }

  /** Undoes the join of an entry if another one can only be about the same line, and has another answer. */
  takeBackContradicted(entries: readonly ReportEntry[]): void {
    const byLine = new Map(entries.map((entry) => [this.joined.get(entry.position), entry]))
    const open = entries.filter(({ position, code }) => code !== null && !this.joined.has(position))
    if (open.length === 0) return
    for (const { ofEntry, ofLine } of JOIN_KEYS) {
      const lines = Map.groupBy(this.#scope.lines, ofLine)
      lines.delete(null)
      for (const entry of open) {
        const [only, ...others] = lines.get(ofEntry(entry)) ?? []
        const joined = only && others.length === 0 ? byLine.get(only.number) : undefined
        if (!only || !joined || (joined.code === entry.code && joined.bankName === entry.bankName)) continue
        if (!isCandidate(entry, only, { trust: this.#scope.trust, batches: this.#batches })) continue
        for (const { position } of [joined, entry]) this.#contested.add(position)
      }
    }
    for (const position of this.#contested) this.joined.delete(position)
  }

  #twinsOf(
    open: ReportEntry[],
    keyOf: (entry: ReportEntry) => string | null,
    lines: Map<string | null, PayableLine[]>,
  ): Twins[] {
    const groups = Map.groupBy(
      open.filter((entry) => lines.has(keyOf(entry)) && !this.#contested.has(entry.position)),
      (entry) => identityKey(entry),
    )
    const pools = new Map<string | null, Pool>()
    return [...groups.values()].map((entries) => {
      const [first] = entries as [ReportEntry]
      const key = keyOf(first)
      const pool = pools.get(key) ?? new Pool(lines.get(key) ?? [])
      pools.set(key, pool)
      return { entries, candidates: this.#candidates(entries, pool) }
    })
  }

  #candidates(entries: readonly ReportEntry[], pool: Pool): PayableLine[] {
    const [entry] = entries as [ReportEntry]
    const near = pool.near(entry)
    this.#comparisons += near.length
    if (this.#comparisons > MAX_COMPARISONS) {
      for (const { position } of entries) this.#skipped.add(position)
      return []
    }
    const narrowed = this.#narrowed.get(entry.position)
    return near.filter(
      (line) =>
        !this.#taken.has(line.number) &&
        (narrowed?.has(line.number) ?? true) &&
        isCandidate(entry, line, { trust: this.#scope.trust, batches: this.#batches }),
    )
  }

  /** The groups of identical entries that fit exactly as many lines, none of which another group needs. */
  #certain(all: Twins[]): Twins[] {
    const wanted = new Map<number, Twins[]>()
    for (const twins of all)
      for (const { number } of twins.candidates) {
        const others = wanted.get(number)
        if (others) others.push(twins)
        else wanted.set(number, [twins])
      }
    for (const { entries, candidates } of all) this.#narrow(entries, candidates)
    return all.filter((twins) => {
      const { entries, candidates } = twins
      if (candidates.length !== entries.length || !haveEqualAnswers(entries)) return false
      const rivals = new Set(candidates.flatMap(({ number }) => wanted.get(number) ?? []))
      rivals.delete(twins)
      const own = new Set(candidates.map(({ number }) => number))
      const contests = [...rivals].filter((rival) => needs(rival, own))
      for (const { entries: theirs } of contests)
        for (const { position } of [...entries, ...theirs]) this.#contested.add(position)
      return contests.length === 0
    })
  }

  #narrow(entries: readonly ReportEntry[], candidates: readonly PayableLine[]): void {
    if (candidates.length === 0) return
    const numbers = new Set(candidates.map(({ number }) => number))
    for (const { position } of entries)
      if (!this.#narrowed.has(position)) this.#narrowed.set(position, numbers)
  }

  #assign({ entries, candidates }: Twins): void {
    for (const [index, entry] of entries.entries()) {
      const { number } = candidates[index] as PayableLine
      this.joined.set(entry.position, number)
      this.#taken.add(number)
    }
  }
}

/** Whether a group of entries would have too few lines without these. */
const needs = ({ entries, candidates }: Twins, without: ReadonlySet<number>): boolean =>
  candidates.filter(({ number }) => !without.has(number)).length < entries.length

/** The payment lines with the same key, indexed by IBAN so that large groups are compared quickly. */
class Pool {
  readonly #lines: PayableLine[]
  #byIban: Map<string | null, PayableLine[]> | undefined

  constructor(lines: PayableLine[]) {
    this.#lines = lines
  }

  near({ iban }: ReportEntry): PayableLine[] {
    if (iban === null || this.#lines.length < 4) return this.#lines
    this.#byIban ??= Map.groupBy(this.#lines, (line) => line.iban)
    return this.#byIban.get(iban) ?? []
  }
}

function haveEqualAnswers(entries: readonly ReportEntry[]): boolean {
  if (entries.length === 1) return true
  const answers = entries.map(({ code, reasonCode, texts }) => JSON.stringify([code, reasonCode, texts]))
  return answers.every((answer) => answer === answers[0])
}

/**
 * The status of lines that the document doesn't list, if its counts prove it: they are the only ones of their level and
 * add up to all its lines, every listed line is joined, and only one code is left for the others. An entry outside the
 * PmtInfs of the run must be joined, and to a line of another level.
 */
function provedByCounts(
  document: ReportDocument,
  entries: readonly ReportEntry[],
  scope: JoinScope,
  { joined }: Joiner,
): JoinedDocument['counted'] {
  const batches = document.levels.filter(({ batchId, counts }) => batchId !== null && counts.length > 0)
  const levels = Map.groupBy(batches.length > 0 ? batches : document.levels, ({ batchId }) => batchId)
  const [linesOf, entriesOf] = [linesByLevel(scope.lines), linesByLevel(entries)]
  const known = new Set(scope.lines.map(({ batchId }) => batchId))
  const strays = batches.length > 0 ? entries.filter(({ batchId }) => !known.has(batchId)) : []
  const ofStrays = new Set(strays.map(({ position }) => joined.get(position)))
  return [...levels].flatMap(([batchId, [level, ...repeated]]) => {
    if (!level || repeated.length > 0) return []
    const [lines, listed] = [linesOf(level), entriesOf(level)]
    if (ofStrays.has(undefined) || lines.some(({ number }) => ofStrays.has(number))) return []
    const total = countedLines(level)
    if (total !== lines.length || (level.lines !== null && level.lines !== total)) return []
    const numbers = new Set(listed.map(({ position }) => joined.get(position)))
    if (numbers.has(undefined) || numbers.size !== listed.length) return []
    const open = lines.filter(({ number }) => !numbers.has(number))
    const code = codeLeft(level.counts, listed)
    const others = new Set(
      listed.flatMap((entry) => (entry.code === code ? [] : (joined.get(entry.position) ?? []))),
    )
    const ofCode = lines.filter(({ number }) => !others.has(number))
    return code === null || contradictsSum(level, code, ofCode)
      ? []
      : open.map(({ number }) => ({ number, code, batchId }))
  })
}

/** Whether the report declares another sum for a code than these lines have. */
function contradictsSum({ counts }: ReportLevel, code: string, lines: readonly PayableLine[]): boolean {
  const sums = counts.flatMap((count) => (count.code === code && count.lines > 0 ? [count.sum] : []))
  const amounts = lines.map(({ amount }) => amount)
  const isKnown = (values: (string | null)[]): values is string[] => values.every((value) => value !== null)
  return isKnown(sums) && isKnown(amounts) && !sameDecimal(sumOf(sums), sumOf(amounts))
}

/** The only code with more counted than listed lines. Null if there is none, or more than one. */
function codeLeft(
  counts: ReportDocument['levels'][number]['counts'],
  listed: readonly ReportEntry[],
): string | null {
  const left = new Map<string, number>()
  for (const { code, lines } of counts) left.set(code, (left.get(code) ?? 0) + lines)
  for (const [code, lines] of listedCodes(listed)) left.set(code, (left.get(code) ?? 0) - lines)
  if ([...left.values()].some((lines) => lines < 0)) return null
  const codes = [...left].filter(([, lines]) => lines > 0).map(([code]) => code)
  const [only] = codes
  return codes.length === 1 && REPORT_CODES.some((code) => code === only) ? (only ?? null) : null
}
