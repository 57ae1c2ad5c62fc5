import { randomUUID } from 'node:crypto'
import type { Institution } from '../banks/institution'
import { debit } from '../clients/credits'
import { type Database, transaction } from '../database'
import type { VerificationOutcome, VerificationRow } from './record'
import { forcedOutcome } from './sandbox'
import type { ForcedResult, IbanNamePair } from './schema'
import { findVerification, insertPending, insertSandbox, storeOutcomes } from './store'
import { verifyPair } from './verify'

type Stage = { database: Database; institution: Institution }

/**
 * One production check: stored and debited in one transaction, then sent to the bank, then stored with its answer.
 * Costs one credit whatever the answer (section 1.4). Throws 403 when no credit is left.
 */
export async function verifyOne(
  stage: Stage,
  clientId: string,
  question: IbanNamePair,
): Promise<VerificationRow> {
  const id = randomUUID()
  await transaction(stage.database, async (tx) => {
    await debit(tx, { clientId, reason: 'single', subjectId: id, amount: 1 })
    await insertPending(tx, id, clientId, question)
  })
  const outcome = await verifyPair(question, stage.institution)
  await storeOutcomes(stage.database, [{ id, outcome }])
  return (await findVerification(stage.database, clientId, id)) as VerificationRow
}

function sandboxRow(id: string, iban: string, outcome: VerificationOutcome): VerificationRow {
  const members = outcome as Record<string, string | undefined>
  return {
    id,
    kind: 'sandbox',
    iban,
    status: outcome.status,
    match_result: members.match_result ?? null,
    matched_name: members.matched_name ?? null,
    status_reason: members.status_reason ?? null,
  }
}

/** One sandbox check: the forced outcome, stored so that it can be read again. Free of charge. */
export async function verifyInSandbox(
  database: Database,
  clientId: string,
  question: IbanNamePair,
  wanted: ForcedResult | undefined,
): Promise<VerificationRow> {
  const row = sandboxRow(randomUUID(), question.iban, forcedOutcome(question, wanted))
  await insertSandbox(database, { ...row, clientId, name: question.name })
  return row
}
