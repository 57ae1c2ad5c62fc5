import 'server-only'
import { type AuditActor, recordNow } from '@/lib/audit/record.server'
import { HAS_FACTOR, PERSON_STATE, USES_SSO } from '@/lib/auth/person-sql.server'
import { ROLES } from '@/lib/auth/roles'
import { db, Prisma } from '@/lib/platform/db.server'
import { bool, date, listOf, oneOf, type RowOf, select, text } from '@/lib/platform/sql/select.server'
import { writeCsv } from '@/lib/tables/write/write-csv'

const UNUSED_DAYS = 90
const COLUMNS = [
  'name',
  'email',
  'roles',
  'state',
  'sign_in',
  'second_factor',
  'last_sign_in',
  `unused_${UNUSED_DAYS}_days`,
  'added',
]

const LINE = {
  name: text,
  email: text,
  roles: listOf(oneOf(ROLES)),
  state: text,
  password: bool,
  sso: bool,
  factor: bool,
  lastSignInAt: date.or(null),
  unused: bool,
  createdAt: date,
}

/**
 * The access review as CSV, safe for spreadsheets: roles, sign-in method and last sign-in of everybody, deactivated
 * people included. The export is audited.
 */
export async function accessReport(auditActor: AuditActor): Promise<string> {
  const lines = await select(
    db(),
    LINE,
    Prisma.sql`
    select u.name, u.email, u.roles::text[] as roles,
           ${PERSON_STATE} as state, u.password_hash is not null as password, ${USES_SSO} as sso, ${HAS_FACTOR} as factor,
           u.last_sign_in_at as "lastSignInAt", u.created_at as "createdAt",
           coalesce(u.last_sign_in_at, u.created_at) < now() - make_interval(days => ${UNUSED_DAYS}) as unused
      from users u order by u.disabled_at is not null, u.name, u.id`,
  )
  await recordNow({ by: auditActor, action: 'user.access_reviewed', details: { people: lines.length } })
  return `\uFEFF${writeCsv([COLUMNS, ...lines.map(cells)])}`
}

const yes = (is: boolean) => (is ? 'yes' : 'no')

const cells = (line: RowOf<typeof LINE>): string[] => [
  line.name,
  line.email,
  line.roles.join(' '),
  line.state,
  [line.password && 'password', line.sso && 'single sign-on'].filter(Boolean).join(' '),
  yes(line.factor),
  line.lastSignInAt?.toISOString() ?? '',
  yes(line.unused),
  line.createdAt.toISOString(),
]
