import { readFileSync } from 'node:fs'
import Papa from 'papaparse'
import { cleanIban } from '@/lib/iban/clean'
import { checkName } from '@/lib/names/check'
import type { IbanNamePair } from '../verifications/schema'
import type { InstitutionAnswer } from './institution'

/** A simulated account: its holders, or the error that every question about it causes. */
export type Account = { holders: string[] } | Extract<InstitutionAnswer, { problem: string }>

/** The holders of accounts. `undefined`: no bank has the account. */
export interface Register {
  find(question: IbanNamePair): Promise<Account | undefined>
}

/**
 * Reads a register from CSV with the header `iban,name`; several lines for one IBAN are its joint holders, in that
 * order. Throws when the file is missing, has another header, or has a line without IBAN or name.
 */
export function readRegister(path: string): Map<string, string[]> {
  const text = readFileSync(path, 'utf8').replace(/^\uFEFF/, '')
  const { data, meta } = Papa.parse<Record<string, string>>(text, {
    header: true,
    skipEmptyLines: 'greedy',
    transformHeader: (header) => header.trim().toLowerCase(),
  })
  if (!meta.fields?.includes('iban') || !meta.fields.includes('name'))
    throw new Error('SERVICE_REGISTER: the first line must be "iban,name".')
  const accounts = new Map<string, string[]>()
  for (const [index, row] of data.entries()) {
    const iban = cleanIban(row.iban ?? '')
    const name = checkName(row.name ?? '')
    if (iban === '' || !name.ok)
      throw new Error(`SERVICE_REGISTER: entry ${index + 1} lacks an IBAN or a usable name.`)
    const holders = accounts.get(iban)
    if (holders) holders.push(name.name)
    else accounts.set(iban, [name.name])
  }
  return accounts
}

/** A register without derived accounts: an unlisted account can't be verified. */
export function closedRegister(accounts: Map<string, string[]>): Register {
  return {
    find: async ({ iban }) => {
      const holders = accounts.get(iban)
      return holders && { holders }
    },
  }
}
