import { createHash } from 'node:crypto'
import type { Database } from '../database'
import type { IbanNamePair } from '../verifications/schema'
import type { Account, Register } from './register'
import { closeVariant, otherName } from './variants'

/** How the holder of a derived account relates to the first name checked, or why there is no answer. */
export type Nature = 'equal' | 'close' | 'different' | 'unknown' | 'timeout' | 'unreachable' | 'refused'

/** Cumulative shares in percent: 80 equal, 8 close, 6 different, 4 not verifiable, 2 failed. */
const SHARES: [number, Nature][] = [
  [80, 'equal'],
  [88, 'close'],
  [94, 'different'],
  [98, 'unknown'],
]
const FAILURES: Nature[] = ['timeout', 'unreachable', 'refused']

/** Examples from many guides, which people try first. Their hash would give them no answer. */
const EXAMPLE_IBANS = [
  'DE89370400440532013000',
  'BE71096123456769',
  'CZ6508000000192000145399',
  'NO9386011117947',
]

/** The nature of an account follows from its IBAN alone. */
export function natureOf(iban: string): Nature {
  if (EXAMPLE_IBANS.includes(iban)) return 'equal'
  const digest = createHash('sha256').update(iban).digest()
  const percent = (digest.readUInt32BE(0) / 2 ** 32) * 100
  const found = SHARES.find(([limit]) => percent < limit)
  return found?.[1] ?? (FAILURES[(digest[4] ?? 0) % FAILURES.length] as Nature)
}

/** Derives the holder from the first name checked against an account; null for an account without an answer. */
export function deriveHolder({ iban, name }: IbanNamePair): { nature: Nature; name: string | null } {
  const nature = natureOf(iban)
  if (nature === 'equal') return { nature, name }
  if (nature === 'close') return { nature, name: closeVariant(name, iban) }
  if (nature === 'different') return { nature, name: otherName(name, iban) }
  return { nature, name: null }
}

function accountOf({ nature, name }: { nature: Nature; name: string | null }): Account | undefined {
  if (name !== null) return { holders: [name] }
  if (nature === 'timeout' || nature === 'unreachable' || nature === 'refused') return { problem: nature }
  return undefined
}

type Stored = { iban: string; nature: Nature; name: string | null }

/** Inserts new holders and returns the stored ones. The first name wins when several are checked at once. */
async function storeHolders(
  database: Database,
  firstQuestions: Map<string, IbanNamePair>,
): Promise<Map<string, Stored>> {
  const known = await readStored(database, [...firstQuestions.keys()])
  const missing = [...firstQuestions.values()]
    .filter(({ iban }) => !known.has(iban))
    .sort((a, b) => (a.iban < b.iban ? -1 : 1)) // one order for all writers, so that they wait and never deadlock
    .map((question) => ({ iban: question.iban, ...deriveHolder(question) }))
  if (missing.length === 0) return known
  await database.query(
    `INSERT INTO service.holders (iban, nature, name)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[]) ON CONFLICT DO NOTHING`,
    [missing.map((f) => f.iban), missing.map((f) => f.nature), missing.map((f) => f.name)],
  )
  const stored = await readStored(
    database,
    missing.map((f) => f.iban),
  )
  return new Map([...known, ...stored])
}

async function readStored(database: Database, ibans: string[]): Promise<Map<string, Stored>> {
  const { rows } = await database.query<Stored>(
    'SELECT iban, nature, name FROM service.holders WHERE iban = ANY($1)',
    [ibans],
  )
  return new Map(rows.map((row) => [row.iban, row]))
}

type PendingQuestion = {
  question: IbanNamePair
  resolve(account: Account | undefined): void
  reject(error: unknown): void
}

/**
 * The built-in register: its named accounts, and a derived account for every other IBAN, whose holder is fixed by the
 * first name checked against it. Questions that arrive together share two queries.
 */
export function openRegister(accounts: Map<string, string[]>, database: Database): Register {
  let pending: PendingQuestion[] = []
  async function flush() {
    const batch = pending
    pending = []
    const firstQuestions = new Map<string, IbanNamePair>()
    for (const { question } of batch)
      if (!firstQuestions.has(question.iban)) firstQuestions.set(question.iban, question)
    try {
      const stored = await storeHolders(database, firstQuestions)
      for (const { question, resolve } of batch) resolve(accountOf(stored.get(question.iban) as Stored))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }
  return {
    async find(question) {
      const holders = accounts.get(question.iban)
      if (holders) return { holders }
      return new Promise((resolve, reject) => {
        if (pending.push({ question, resolve, reject }) === 1) setImmediate(flush)
      })
    },
  }
}
