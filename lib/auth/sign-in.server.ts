import 'server-only'
import { record } from '@/lib/audit/record.server'
import { hashPassword, verifyPassword } from '@/lib/auth/password.server'
import { countFailure, forgetFailures, forgiveGuess, type Guess, takeTurn } from '@/lib/auth/throttle.server'
import { db } from '@/lib/platform/db.server'

export type Credentials = { email: string; password: string; address?: string }
export type SignInOutcome =
  | { kind: 'in'; user: { id: string; name: string; email: string } }
  | { kind: 'wrong' }
  | { kind: 'locked'; until: Date }

const MAX_EMAIL = 254
const MAX_PASSWORD = 1024

/** One spelling of an address: what is stored, compared and counted. */
export const canonicalEmail = (email: string) => email.normalize('NFC').trim().toLowerCase()

let standIn: Promise<string> | undefined

/**
 * Tries an email and a password. An unknown address, a wrong password and a disabled person are answered alike and
 * after the same work, and count alike (reliability C.2, D.5).
 */
export async function signIn({ email, password, address }: Credentials): Promise<SignInOutcome> {
  const account = canonicalEmail(email)
  const turn = await takeTurn(account, address)
  if (turn.kind === 'locked') return turn
  try {
    return await tried(turn.guess, account, password, address)
  } catch (error) {
    await forgiveGuess(turn.guess)
    throw error
  }
}

async function tried(
  guess: Guess,
  account: string,
  password: string,
  address?: string,
): Promise<SignInOutcome> {
  standIn ??= hashPassword('nobody has this password')
  const dummy = await standIn
  const possible = account.length <= MAX_EMAIL && password.length <= MAX_PASSWORD && !account.includes('\0')
  const user = possible ? await db().user.findUnique({ where: { email: account } }) : null
  const right = await verifyPassword(user?.passwordHash ?? dummy, password.slice(0, MAX_PASSWORD))
  const accepted = right && user?.passwordHash && !user.disabledAt ? user : null
  await (accepted ? forgetFailures(guess) : countFailure(guess))
  await db().$transaction(async (tx) => {
    if (accepted) await tx.user.update({ where: { id: accepted.id }, data: { lastSignInAt: new Date() } })
    await record(
      {
        by: { kind: 'user', id: user?.id, roles: user?.roles, address },
        action: accepted ? 'session.opened' : 'session.refused',
        object: user ? { type: 'user', id: user.id } : undefined,
      },
      tx,
    )
  })
  return accepted
    ? { kind: 'in', user: { id: accepted.id, name: accepted.name, email: accepted.email } }
    : { kind: 'wrong' }
}
