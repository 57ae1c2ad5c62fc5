import 'server-only'
import { hash, verify } from '@node-rs/argon2'
import { WaitingLine } from '@/lib/platform/threads/waiting-line'

// argon2id, 64 MiB, 3 passes, 1 lane: about 60 ms on one core. The algorithm is the library's default.
const COST = { memoryCost: 65_536, timeCost: 3, parallelism: 1 }

// Route handlers are bundled apart but share globalThis: one line per process.
const shared = globalThis as unknown as { accordHashes?: WaitingLine }

/** Two at a time: a hundred sign-ins at once must not take the whole machine and its memory. */
async function inTurn<T>(work: () => Promise<T>, ahead: boolean): Promise<T> {
  shared.accordHashes ??= new WaitingLine(2, Number.POSITIVE_INFINITY)
  return (await shared.accordHashes.pass(work, ahead)) as T
}

/** @returns the argon2id hash in PHC form of the password in NFC */
export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => hash(password.normalize('NFC'), COST), true)

/** @param ahead true for whoever has shown something already (a session, a browser of theirs): strangers wait behind */
export const verifyPassword = (stored: string, password: string, ahead = false): Promise<boolean> =>
  inTurn(() => verify(stored, password.normalize('NFC')), ahead)
