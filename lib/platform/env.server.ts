import 'server-only'
import { z } from 'zod'
import { isLoopback } from '@/lib/platform/loopback.mjs'

const seconds = (fallback: number) => z.coerce.number().int().positive().default(fallback)

const fields = z.object({
  DATABASE_URL: z.string().min(1),
  NEXTAUTH_SECRET: z.string().min(32),
  NEXTAUTH_URL: z.url(),
  /** `v1:<base64 of 32 bytes>[,v2:…]`; the first key encrypts, all of them decrypt */
  ENCRYPTION_KEYS: z.string().min(1),
  /** base64 of 32 bytes */
  AUDIT_KEY: z.string().regex(/^[A-Za-z0-9+/]{43}=$/),
  /** ECDSA P-256, PKCS#8 in base64: only signs evidence */
  SIGNING_KEY: z.string().optional(),
  VERIFICATION_BASE_URL: z.url().optional(),
  VERIFICATION_CLIENT_ID: z.string().optional(),
  VERIFICATION_CLIENT_SECRET: z.string().optional(),
  /** provider origins that an admin may enter, separated by commas or spaces */
  CONNECTION_ALLOW: z.string().default(''),
  /** private origins that webhooks may use, separated by commas or spaces */
  WEBHOOK_ALLOW: z.string().default(''),
  /** the token for GET /api/metrics; without it there are no metrics */
  METRICS_TOKEN: z.string().min(32).optional(),
  /** the contact for vulnerability reports: a mailto:, https: or tel: URL, served at /.well-known/security.txt */
  SECURITY_CONTACT: z
    .string()
    .regex(/^(?:mailto:|https:\/\/|tel:)\S+$/)
    .optional(),
  BOOT_ID: z.string().default('development'),
  DEMO: z.enum(['0', '1']).default('0'),
  TIME_ZONE: z.string().default('UTC'),
  SESSION_IDLE_SECONDS: seconds(30 * 60),
  SESSION_ABSOLUTE_SECONDS: seconds(8 * 3600),
  /** single sign-on with OpenID Connect, and the mapping of groups to roles (lib/auth/groups.ts) */
  OIDC_ISSUER: z.url().optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_ROLES: z.string().default(''),
  OIDC_GROUPS_CLAIM: z.string().default('groups'),
  OIDC_SCOPE: z.string().default('openid email profile'),
  /** for tests: after how long a claimed request has an unknown outcome if its sender is silent */
  SEND_DEADLINE_SECONDS: seconds(70),
  /** for tests: crashes at this point (failpoint.server.ts) */
  FAILPOINT: z.string().optional(),
  TRUSTED_PROXY: z.enum(['0', '1']).default('0'),
})

/** The demo's password is on its sign-in page, so it may only be reachable from this machine. */
const schema = fields.refine(
  ({ DEMO, NEXTAUTH_URL }) => DEMO === '0' || isLoopback(new URL(NEXTAUTH_URL).hostname),
  {
    path: ['DEMO'],
  },
)

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
 * @throws SettingsError naming every setting that is missing or wrong, never their values
 */
export function env(): Env {
  if (shared.accordSettingsWrong) throw new SettingsError(shared.accordSettingsWrong)
  if (parsed) return parsed
  const empty = (value: string | undefined) => (value === '' ? undefined : value)
  const source = Object.fromEntries(Object.keys(fields.shape).map((key) => [key, empty(process.env[key])]))
  const result = schema.safeParse(source)
  if (!result.success) {
    const names = result.error.issues.map((issue) => issue.path.join('.'))
    throw new SettingsError(`Settings missing or wrong: ${[...new Set(names)].join(', ')}`)
  }
  parsed = result.data
  return parsed
}

/** Makes every later call of env() throw this error. */
export function failSettings(why: SettingsError): void {
  shared.accordSettingsWrong = why.message
}

/** Whether this is the demo: one-click sign-in, and every page says that results are simulated. */
export const isDemo = () => env().DEMO === '1'
