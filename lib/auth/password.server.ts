import 'server-only'
import { hash, verify } from '@node-rs/argon2'

// argon2id, 64 MiB, 3 passes, 1 lane: about 60 ms on one core. The algorithm is the library's default.
const COST = { memoryCost: 65_536, timeCost: 3, parallelism: 1 }

const MAX_PARALLEL = 2
let running = 0
const waiting: (() => void)[] = []

/** Two at a time: a hundred sign-ins at once must not take the whole machine and its memory. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_PARALLEL) await new Promise<void>((go) => waiting.push(go))
  running++
  try {
    return await work()
  } finally {
    running--
    waiting.shift()?.()
  }
}

/** @returns the argon2id hash in PHC form of the password in NFC */
export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => hash(password.normalize('NFC'), COST))

export const verifyPassword = (stored: string, password: string): Promise<boolean> =>
  inTurn(() => verify(stored, password.normalize('NFC')))
