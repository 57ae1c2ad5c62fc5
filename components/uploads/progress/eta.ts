/** How many rows were complete at a time (milliseconds of the server's clock). */
export type Sample = { at: number; answered: number }

const KEEP_MS = 10 * 60_000
const APART_MS = 1_000
const FADE_MS = 5 * 60_000
const SILENT_MS = 60_000
const FIRST_MS = 20_000
const FIRST_ANSWERS = 50

/** Adds a sample: at most one a second, from the last ten minutes and one before them. */
export function addSample(samples: Sample[], sample: Sample): Sample[] {
  const [before, last] = samples.slice(-2)
  const replaces = before && last && last.at - before.at < APART_MS
  const next = [...(replaces ? samples.slice(0, -1) : samples), sample]
  const first = next.findIndex(({ at }) => at >= sample.at - KEEP_MS)
  return next.slice(Math.max(first - 1, 0))
}

/** Rows complete at that time, by linear interpolation. */
function answeredAt(samples: Sample[], at: number): number {
  const after = samples.findIndex((sample) => sample.at >= at)
  const [from, to] = after < 0 ? [samples.at(-1), undefined] : [samples[after - 1], samples[after]]
  if (!from || !to) return (from ?? to)?.answered ?? 0
  return from.answered + ((to.answered - from.answered) * (at - from.at)) / Math.max(to.at - from.at, 1)
}

/** Rows per minute over the last five minutes, or since the first sample when that is later. */
export function ratePerMinute(samples: Sample[], now: number): { rows: number; whole: boolean } | null {
  const [first] = samples
  if (!first || now - first.at < 5_000) return null
  const from = Math.max(first.at, now - FADE_MS)
  const rows = answeredAt(samples, now) - answeredAt(samples, from)
  return { rows: Math.round((rows * 60_000) / (now - from)), whole: from > first.at }
}

const PARTS = 16
const MAX_SPAN_MS = 8 * 60_000

/** Rows per minute in sixteen equal parts of the last eight minutes, or of the time since the first sample. */
export function recentRates(samples: Sample[], now: number): number[] {
  const span = Math.min(Math.max(now - (samples[0]?.at ?? now), 30_000), MAX_SPAN_MS)
  return Array.from({ length: PARTS }, (_, i) => {
    const from = now - span + (i * span) / PARTS
    const rows = answeredAt(samples, from + span / PARTS) - answeredAt(samples, from)
    return (Math.max(rows, 0) * PARTS * 60_000) / span
  })
}

export type Eta =
  | { kind: 'none' }
  | { kind: 'estimating' }
  | { kind: 'silent'; minutes: number }
  | { kind: 'soon' }
  /** `slower`: longer than the previous estimate */
  | { kind: 'minutes'; minutes: number; slower: boolean }

type Running = {
  samples: Sample[]
  /** rows without a result */
  left: number
  answered: number
  startedAt: number | null
  lastAnswerAt: number | null
  now: number
}

/**
 * How long a running upload will take. Recent rates count most: five minutes ago has a third of the weight.
 * @param before the previous estimate: a longer one is marked as such, never increased silently
 */
export function estimate(
  { samples, left, answered, startedAt, lastAnswerAt, now }: Running,
  before?: Eta,
): Eta {
  if (left <= 0) return { kind: 'none' }
  const silence = lastAnswerAt === null ? 0 : now - lastAnswerAt
  if (silence >= SILENT_MS) return { kind: 'silent', minutes: Math.floor(silence / 60_000) }
  if (startedAt === null || now - startedAt < FIRST_MS || answered < FIRST_ANSWERS)
    return { kind: 'estimating' }
  const speed = fadingSpeed(samples, now)
  if (speed <= 0) return { kind: 'estimating' }
  const minutes = left / speed / 60_000
  if (minutes < 1) return { kind: 'soon' }
  const shown = minutes > 10 ? Math.max(Math.round(minutes / 5) * 5, 10) : Math.ceil(minutes)
  const said = before?.kind === 'minutes' ? before.minutes : before?.kind === 'soon' ? 1 : null
  if (said === null || shown <= said) return { kind: 'minutes', minutes: shown, slower: false }
  return { kind: 'minutes', minutes: shown, slower: true }
}

/** Rows per millisecond, weighted by age. The time since the last sample counts too, without results. */
function fadingSpeed(samples: Sample[], now: number): number {
  let rows = 0
  let time = 0
  const ends = [...samples.slice(1), { at: now, answered: samples.at(-1)?.answered ?? 0 }]
  for (const [i, end] of ends.entries()) {
    const start = samples[i]
    if (!start) break
    const weight = Math.exp(-(now - end.at) / FADE_MS)
    rows += (end.answered - start.answered) * weight
    time += (end.at - start.at) * weight
  }
  return time > 0 ? rows / time : 0
}
