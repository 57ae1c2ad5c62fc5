import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { ClientSetting } from './clients/clients'

/** The configuration of the service. */
export type Config = {
  databaseUrl: string
  host: string
  port: number
  clients: ClientSetting[]
  /** path of a CSV file; the built-in register is used without it */
  register?: string
  latencyMs: number
  tokenKey?: string
}

const DEMO_CREDITS = 1_000_000

const clientsSchema = z
  .array(z.object({ id: z.string().min(1), secret: z.string().min(1), credits: z.int().min(0) }))
  .min(1)

function readClients(path: string): ClientSetting[] {
  try {
    return clientsSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message
    throw new Error(`SERVICE_CLIENTS must be a JSON file [{"id","secret","credits"}]: ${why}`)
  }
}

function clientsOf(env: NodeJS.ProcessEnv): ClientSetting[] {
  if (env.SERVICE_CLIENTS) return readClients(env.SERVICE_CLIENTS)
  const { VERIFICATION_CLIENT_ID: id, VERIFICATION_CLIENT_SECRET: secret } = env
  if (!id || !secret)
    throw new Error('Set SERVICE_CLIENTS, or VERIFICATION_CLIENT_ID and VERIFICATION_CLIENT_SECRET.')
  return [{ id, secret, credits: DEMO_CREDITS }]
}

function numberOf(env: NodeJS.ProcessEnv, name: string, fallback: number, max: number): number {
  const value = Number(env[name] || fallback)
  if (!Number.isInteger(value) || value < 0 || value > max)
    throw new Error(`${name} must be a whole number from 0 to ${max}.`)
  return value
}

function tokenKeyOf({ SERVICE_JWT_KEY: key }: NodeJS.ProcessEnv): string | undefined {
  if (key && key.length < 32) throw new Error('SERVICE_JWT_KEY must have at least 32 characters.')
  return key || undefined
}

/** Reads the configuration from the environment. Throws with a message for the operator when a value is invalid. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  if (!env.DATABASE_URL) throw new Error('DATABASE_URL is required.')
  return {
    databaseUrl: env.DATABASE_URL,
    host: '127.0.0.1',
    port: numberOf(env, 'SERVICE_PORT', 4010, 65_535),
    clients: clientsOf(env),
    register: env.SERVICE_REGISTER || undefined,
    latencyMs: numberOf(env, 'SERVICE_LATENCY_MS', 150, 60_000),
    tokenKey: tokenKeyOf(env),
  }
}
