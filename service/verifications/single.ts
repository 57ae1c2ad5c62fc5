import { randomUUID } from 'node:crypto'
import type { Institution } from '../banks/institution'
import { closeVariant } from '../banks/variants'
import { debit } from '../clients/credits'
import { type Database, transaction } from '../database'
import type { VerificationOutcome, VerificationRow } from './record'
import type { ForcedResult, IbanNamePair } from './schema'
import { findVerification, insertPending, storeOutcomes } from './store'
import { verifyPair } from './verify'

type Deps = { database: Database; institution: Institution }

/**
 * One production check: stored and debited in one transaction, then sent to the bank, then stored with its answer.
 * Costs one credit whatever the answer (section 1.4). Throws 403 when no credit is left.
 */
export async function verifyOne(
  deps: Deps,
  clientId: string,
  question: IbanNamePair,
): Promise<VerificationRow> {
  const id = randomUUID()
  await transaction(deps.database, async (tx) => {
    await debit(tx, { clientId, reason: 'single', subjectId: id, amount: 1 })
    await insertPending(tx, { id, clientId, kind: 'single' }, question)
  })
  const outcome = await verifyPair(question, deps.institution)
  await storeOutcomes(deps.database, [{ id, outcome }])
  return (await findVerification(deps.database, clientId, id)) as VerificationRow
}

/** One sandbox check: the forced outcome, stored so that it can be read again. Asks no bank, and is free of charge. */
export async function verifyInSandbox(
  database: Database,
  clientId: string,
  question: IbanNamePair,
  wanted: ForcedResult = 'match',
): Promise<VerificationRow> {
  const id = randomUUID()
  return transaction(database, async (tx) => {
    await insertPending(tx, { id, clientId, kind: 'sandbox' }, question)
    await storeOutcomes(tx, [{ id, outcome: forcedOutcome(question, wanted) }])
    return (await findVerification(tx, clientId, id)) as VerificationRow
  })
}

function forcedOutcome({ iban, name }: IbanNamePair, wanted: ForcedResult): VerificationOutcome {
  if (wanted === 'failed') return { status: 'failed', status_reason: 'institution_timeout' }
  if (wanted === 'close_match')
    return { status: 'completed', match_result: 'close_match', matched_name: closeVariant(name, iban) }
  return { status: 'completed', match_result: wanted }
}
