import 'server-only'
import { hash, verify } from '@node-rs/argon2'
import { BoundedQueue } from '@/lib/platform/threads/bounded-queue'

// argon2id, 64 MiB, 3 passes, 1 lane: about 60 ms on one core. argon2id is the library's default.
const COST = { memoryCost: 65_536, timeCost: 3, parallelism: 1 }

// Next bundles route handlers separately, but they share globalThis: this makes one queue per process.
const shared = globalThis as unknown as { accordHashes?: BoundedQueue }

/** Hashes two passwords at a time: a hundred concurrent sign-ins must not use up all CPU and memory. */
async function runQueued<T>(work: () => Promise<T>, ahead: boolean): Promise<T> {
  shared.accordHashes ??= new BoundedQueue(2, Number.POSITIVE_INFINITY)
  return (await shared.accordHashes.pass(work, ahead)) as T
}

/** @returns the argon2id hash of the NFC-normalised password, in PHC format */
export const hashPassword = (password: string): Promise<string> =>
  runQueued(() => hash(password.normalize('NFC'), COST), true)

/** @param ahead true for a session or a known browser: unknown visitors queue behind them */
export const verifyPassword = (stored: string, password: string, ahead = false): Promise<boolean> =>
  runQueued(() => verify(stored, password.normalize('NFC')), ahead)
