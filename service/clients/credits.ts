import type { Sql } from '../database'
import { ServiceRefusal } from '../http/refusal'

/**
 * Debits `amount` credits for one submission, in the transaction that stores it. The balance never falls below zero:
 * the row lock serialises the submissions of a client. Throws 403 (section 7.1) without a debit.
 */
export async function debit(
  tx: Sql,
  entry: { clientId: string; reason: 'single' | 'bulk'; subjectId: string; amount: number },
): Promise<void> {
  if (entry.amount === 0) return
  const { rowCount } = await tx.query(
    'UPDATE service.clients SET balance = balance - $2 WHERE id = $1 AND balance >= $2',
    [entry.clientId, entry.amount],
  )
  if (rowCount === 0)
    throw new ServiceRefusal(
      403,
      'insufficient_credits',
      `The account has fewer than ${entry.amount} credits left.`,
    )
  await tx.query(
    'INSERT INTO service.ledger (client_id, reason, subject_id, change) VALUES ($1, $2, $3, $4)',
    [entry.clientId, entry.reason, entry.subjectId, -entry.amount],
  )
}
