import type { CurrencySums } from '@/lib/tables/money/decimal'

/** What the creditor's account of a payment is. Only `iban` can be checked. */
export const ACCOUNT_KINDS = ['iban', 'other', 'none', 'cheque', 'equivalent'] as const
export type AccountKind = (typeof ACCOUNT_KINDS)[number]

/** One payment of a file: a CdtTrfTxInf, or a row of a table with an amount column. Texts are as in the file. */
export type PaidLine = {
  /** From 1; the number of its record. */
  number: number
  /** The index of its PmtInf, from 0; always 0 in tables. */
  batch: number
  batchId: string | null
  debtorIban: string | null
  debtorBic: string | null
  debtorName: string | null
  /** ReqdExctnDt as `2026-03-31`. */
  dueOn: string | null
  /** An exact decimal with a point, as many digits as in the file; null when it can't be read. */
  amount: string | null
  currency: string | null
  account: AccountKind
  /** Cleaned, upper case; null when the account is not an IBAN. */
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

/** A message of a file; `messageId` is empty where it has none. */
export type PaidMessage = { messageId: string; batch: number }

/** What a payment file says about itself. */
export type PaidFile = {
  /** `pain.001.001.09`; null for a table. */
  version: string | null
  messageId: string | null
  /** MsgId of each message, with the index of its first batch. */
  messages: PaidMessage[]
  createdAt: string | null
  /** It holds an XML signature, which splitting would break. */
  signed: boolean
}

/** How to split a file into the lines that leave and the rest. */
export type CutPlan = {
  /** Numbers of the lines that leave, ascending. Every other line not in `gone` goes into the held file. */
  released: number[]
  /** Lines that left in earlier releases: in neither file. */
  gone: number[]
  /** Names that replace those of the file where their lines leave. */
  names: [number, string][]
  /** The longest name that the profile allows, in characters. */
  nameCap: number
  /** MsgId of the files; unused for tables. */
  messageIds: { released: string; held: string }
  /** Time of the release, ISO 8601 in UTC. */
  at: string
}

/**
 * One file of a release. `messageIds`: the MsgIds of its messages; the first is that of the plan, more come from
 * containers of several. Tables have none.
 */
export type CutPart = { bytes: Uint8Array; lines: number; sums: CurrencySums; messageIds?: string[] }

/** A file that can't be split: its signature, or the hash of its container, would break. */
export type WholeFile = { whole: 'signature' }

/** Both files; null when a part has no lines. `shortened`: names that were cut at the cap, as written. */
export type CutFiles = {
  released: CutPart | null
  held: CutPart | null
  /** Of the lines that are in one of the files. */
  original: { lines: number; sums: CurrencySums }
  shortened: [number, string][]
}
