import { hash } from '@node-rs/argon2'

/** The stored form of a test person's password, at the least cost: checking it costs no 60 ms either. */
export const hashCheaply = (password: string): Promise<string> =>
  hash(password.normalize('NFC'), { memoryCost: 8, timeCost: 1, parallelism: 1 })
