import type { CurrencySums } from '@/lib/tables/money/decimal'

/** What a payment is paid to, or with. Only a payment to an IBAN can be checked. */
export const ACCOUNT_KINDS = ['iban', 'other', 'none', 'cheque', 'equivalent'] as const
export type AccountKind = (typeof ACCOUNT_KINDS)[number]

/** One payment of a file: a CdtTrfTxInf, or a row of a table. Texts are as in the file, unless their field says more. */
export type FilePayment = {
  /** From 1, the same as the number of its upload row. */
  number: number
  /** The index of its PmtInf, from 0; always 0 in tables. */
  batch: number
  batchId: string | null
  debtorIban: string | null
  debtorBic: string | null
  debtorName: string | null
  /** ReqdExctnDt as `2026-03-31`. Null if it is missing or can't be read. */
  dueOn: string | null
  /** An exact decimal with a point and as many digits as in the file. Null if it can't be read. */
  amount: string | null
  currency: string | null
  account: AccountKind
  /** Without spaces, in upper case. Null if the account isn't an IBAN. */
  iban: string | null
  /** The number of an account that is no IBAN, cleaned like one. Never stored: only equal payments are found by it. */
  otherAccount: string | null
  name: string | null
  endToEndId: string | null
  instructionId: string | null
  uetr: string | null
  remittance: string | null
  ultimateCreditor: string | null
}

/** An EndToEndId, or null for NOTPROVIDED, which ISO 20022 requires in place of a missing one. */
export const givenEndToEndId = (endToEndId: string | null): string | null =>
  endToEndId === null || /^not ?provided$/i.test(endToEndId) ? null : endToEndId

/** A message of a file. `messageId` is empty if it has none; `batch` is the index of its first batch in the file. */
export type PaymentMessage = { messageId: string; batch: number }

/**
 * Why a file can't be split. `signature`: its XML signature, or the hash in its container, would break.
 * `totals_differ`: it declares another number or sum of payments than it contains, so it may have been altered.
 */
export const WHOLE_REASONS = ['signature', 'totals_differ'] as const
export type WholeReason = (typeof WHOLE_REASONS)[number]

/** What a payment file says about itself. */
export type PaymentFile = {
  /** `pain.001.001.09`; of several, the one with the strictest rules for names; null for a table. */
  version: string | null
  messageId: string | null
  messages: PaymentMessage[]
  createdAt: string | null
  /** Why it can't be split; null: it can. */
  whole: WholeReason | null
}

/** How to split a file into released and held lines. */
export type CutPlan = {
  /** The numbers of the released lines, ascending. All other lines that aren't in `gone` go into the held file. */
  released: number[]
  /** The numbers of the lines of earlier releases: they are in neither file. */
  gone: number[]
  /** Corrected names, by line number. They are used in the released file only. */
  names: [number, string][]
  /** The longest name that the payer's banks accept, in characters. */
  nameCap: number
  /** The MsgIds of the two files. Unused for tables. */
  messageIds: { released: string; held: string }
  /** Time of the release, ISO 8601 in UTC. */
  at: string
}

/**
 * One of the two files of a release. `messageIds`: the MsgIds of its messages, of which the first is that of the plan.
 * Tables have none. `bytes` is empty for a held part without payments: such a file isn't made.
 */
export type CutPart = { bytes: Uint8Array; lines: number; sums: CurrencySums; messageIds: string[] }

/** The result for a file that can't be split. */
export type WholeFile = { whole: WholeReason }

/** Both files, or null for one without lines. `shortened`: by line number, names written otherwise than planned. */
export type CutFiles = {
  released: CutPart | null
  held: CutPart | null
  /** The lines of the original that are released or held. */
  original: { lines: number; sums: CurrencySums }
  shortened: [number, string][]
}
