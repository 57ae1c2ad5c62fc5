import 'server-only'
import { z } from 'zod'
import { encryptionKeysOf, signingKeyOf } from '@/lib/platform/env/keys.server'
import { isTimeZone } from '@/lib/platform/env/time-zone.mjs'
import { isLoopback } from '@/lib/platform/loopback.mjs'

/** What LOG_LEVEL may be. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

const YEAR = 366 * 24 * 3600
const seconds = (fallback: number) =>
  z.coerce.number().int().min(1).max(YEAR).default(fallback).describe(`whole seconds, 1 to ${YEAR}`)

/** A web address. It isn't normalised, because scripts and next-auth read the same text from the environment. */
const webAddress = (fits: (url: URL) => boolean = () => true) =>
  z.string().refine((text) => {
    if (!/^https?:\/\/\S+$/.test(text) || !URL.canParse(text)) return false
    const url = new URL(text)
    return !url.username && !url.password && !/[?#]/.test(text) && fits(url)
  })

const ADDRESS = 'a web address without user name, query and fragment'

/** Each description follows the name of its setting when that is missing or wrong. */
const fields = z.object({
  DATABASE_URL: z.string().min(1).describe('the URL of a PostgreSQL'),
  NEXTAUTH_SECRET: z.string().min(32).describe('32 random characters or more'),
  NEXTAUTH_URL: webAddress(({ pathname }) => pathname === '/').describe(
    'the address that people type, such as https://accord.example, without a path',
  ),
  /** `v1:<base64 of 32 bytes>[,v2:…]`; the first key encrypts, all of them decrypt */
  ENCRYPTION_KEYS: z
    .string()
    .refine((text) => encryptionKeysOf(text) !== null)
    .describe('v<number>:<base64 of 32 bytes>, several separated by commas, each with another number'),
  AUDIT_KEY: z
    .string()
    .regex(/^[A-Za-z0-9+/]{43}=$/)
    .describe('32 bytes in base64'),
  /** only signs evidence */
  SIGNING_KEY: z
    .string()
    .refine((text) => signingKeyOf(text) !== null)
    .optional()
    .describe('an ECDSA P-256 private key, PKCS#8 in base64'),
  VERIFICATION_BASE_URL: webAddress().optional().describe(ADDRESS),
  VERIFICATION_CLIENT_ID: z.string().optional().describe('set with VERIFICATION_BASE_URL'),
  VERIFICATION_CLIENT_SECRET: z.string().optional().describe('set with VERIFICATION_BASE_URL'),
  /** provider origins that an admin may enter, separated by commas or spaces */
  CONNECTION_ALLOW: z.string().default(''),
  /** private origins that webhooks may use, separated by commas or spaces */
  WEBHOOK_ALLOW: z.string().default(''),
  /** the token for GET /api/metrics; without it there are no metrics */
  METRICS_TOKEN: z.string().min(32).optional().describe('32 characters or more'),
  /** the contact for vulnerability reports, served at /.well-known/security.txt */
  SECURITY_CONTACT: z
    .string()
    .regex(/^(?:mailto:|https:\/\/|tel:)\S+$/)
    .optional()
    .describe('a mailto:, https:// or tel: address'),
  BOOT_ID: z.string().default('development'),
  DEMO: z.enum(['0', '1']).default('0').describe('0, or 1 if NEXTAUTH_URL is an address of this machine'),
  TIME_ZONE: z
    .string()
    .refine(isTimeZone)
    .default('UTC')
    .describe('the name of a time zone, such as Europe/Paris'),
  LOG_LEVEL: z
    .enum(LOG_LEVELS)
    .default('info')
    .describe(`one of ${LOG_LEVELS.join(', ')}`),
  SESSION_IDLE_SECONDS: seconds(30 * 60),
  SESSION_ABSOLUTE_SECONDS: seconds(8 * 3600),
  /** single sign-on with OpenID Connect, and the mapping of groups to roles (lib/auth/groups.ts) */
  OIDC_ISSUER: webAddress().optional().describe(ADDRESS),
  OIDC_CLIENT_ID: z.string().optional().describe('set with OIDC_ISSUER'),
  OIDC_CLIENT_SECRET: z.string().optional().describe('set with OIDC_ISSUER'),
  OIDC_ROLES: z.string().default(''),
  OIDC_GROUPS_CLAIM: z.string().default('groups'),
  OIDC_SCOPE: z.string().default('openid email profile'),
  /** for tests: after how long a claimed request has an unknown outcome if its sender is silent */
  SEND_DEADLINE_SECONDS: seconds(70),
  /** for tests: crashes at this point (failpoint.server.ts) */
  FAILPOINT: z.string().optional(),
  TRUSTED_PROXY: z.enum(['0', '1']).default('0').describe('0 or 1'),
})

/** Settings that are all given or all missing. */
const TOGETHER = [
  ['VERIFICATION_BASE_URL', 'VERIFICATION_CLIENT_ID', 'VERIFICATION_CLIENT_SECRET'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
] as const

const schema = fields.check(({ value, issues }) => {
  const refuse = (name: keyof typeof value) =>
    issues.push({ code: 'custom', path: [name], input: value[name] })
  // the demo's password is on its sign-in page, so it may only be reachable from this machine
  if (value.DEMO === '1' && !isLoopback(new URL(value.NEXTAUTH_URL).hostname)) refuse('DEMO')
  for (const names of TOGETHER) {
    const missing = names.filter((name) => !value[name])
    if (missing.length < names.length) missing.forEach(refuse)
  }
})

export type Env = z.infer<typeof schema>

let parsed: Env | undefined

/**
 * The error for the whole process, as text: a server consists of several bundles, each with its own copy of this
 * module and its classes.
 */
const shared = globalThis as unknown as { accordSettingsWrong?: string }

/** Thrown when a setting is missing or wrong: the process can't do anything and lets nobody in. */
export class SettingsError extends Error {}

/**
 * The settings of this process (.env.example). Read on first use, so that a build needs none.
 * @throws SettingsError naming every setting that is missing or wrong and what it must be, never their values
 */
export function env(): Env {
  if (shared.accordSettingsWrong) throw new SettingsError(shared.accordSettingsWrong)
  if (parsed) return parsed
  const empty = (value: string | undefined) => (value === '' ? undefined : value)
  const source = Object.fromEntries(Object.keys(fields.shape).map((key) => [key, empty(process.env[key])]))
  const result = schema.safeParse(source)
  if (!result.success) {
    const names = new Set(result.error.issues.map((issue) => issue.path.join('.')))
    throw new SettingsError(`Settings missing or wrong: ${[...names].map(withHint).join('; ')}`)
  }
  parsed = result.data
  return parsed
}

function withHint(name: string): string {
  const { description } = fields.shape[name as keyof typeof fields.shape]
  return description ? `${name} (${description})` : name
}

/** Makes every later call of env() throw this error. */
export function failSettings(why: SettingsError): void {
  shared.accordSettingsWrong = why.message
}

/** Whether this is the demo: one-click sign-in, and every page says that results are simulated. */
export const isDemo = () => env().DEMO === '1'
