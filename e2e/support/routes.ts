import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Role } from './office'

/**
 * Every route with the roles it allows: a analyst, r reviewer, d admin, `*` everybody signed in, `-` anybody. Then the
 * scope that allows it for a key, if any. `!`: not called by an allowed person, because it would never end or would
 * change data of other tests.
 */
const TABLE = `
GET    /api/account                              *
POST   /api/account/confirm                      *
DELETE /api/account/guide                        * !
GET    /api/account/keys                         *
POST   /api/account/keys                         *
DELETE /api/account/keys/{id}                    *
PUT    /api/account/language                     *
POST   /api/account/link                         -
PUT    /api/account/link                         -
PUT    /api/account/password                     *
POST   /api/account/recovery-codes               *
POST   /api/account/second-factor                *
PUT    /api/account/second-factor                *
DELETE /api/account/second-factor                *
GET    /api/account/session                      *
POST   /api/account/session                      *
DELETE /api/account/sessions                     * !
DELETE /api/account/sessions/{id}                *
GET    /api/admin/audit                          *
GET    /api/admin/audit/export                   d
POST   /api/admin/audit/verify                   d
GET    /api/admin/connections                    d
POST   /api/admin/connections                    d
DELETE /api/admin/connections/{id}               d
POST   /api/admin/connections/{id}/resume        rd
PUT    /api/admin/connections/{id}/secret        d
DELETE /api/admin/connections/{id}/secret        d
POST   /api/admin/connections/{id}/test          d
POST   /api/admin/connections/{id}/use           d
GET    /api/admin/jobs                           d
POST   /api/admin/jobs/{id}/retry                d
GET    /api/admin/keys                           d
DELETE /api/admin/keys/{id}                      d
GET    /api/admin/limits                        d
PUT    /api/admin/limits                        d
GET    /api/admin/limits/tried-names            d
GET    /api/admin/payments/participants           d
PUT    /api/admin/payments/participants           d
DELETE /api/admin/payments/participants           d !
GET    /api/admin/payments/policy                 d
PUT    /api/admin/payments/policy                 d
POST   /api/admin/payments/policy/dry-run         d
GET    /api/admin/payments/profiles               d
POST   /api/admin/payments/profiles               d
PUT    /api/admin/payments/profiles/{id}          d
DELETE /api/admin/payments/profiles/{id}          d
GET    /api/admin/retention                      d
PUT    /api/admin/retention                      d
GET    /api/admin/retention/erasures             rd
POST   /api/admin/retention/erasures             d
POST   /api/admin/retention/erasures/{id}/close   d
POST   /api/admin/retention/erasures/{id}/confirm rd
POST   /api/admin/retention/erasures/{id}/name    d
POST   /api/admin/retention/erasures/{id}/resume  d
POST   /api/admin/retention/holds                d
DELETE /api/admin/retention/holds/{id}           d
POST   /api/admin/retention/holds/confirm        d
POST   /api/admin/retention/preview              d
POST   /api/admin/retention/subjects             d
GET    /api/admin/rules                          d
POST   /api/admin/rules                          d
PUT    /api/admin/rules/{id}                     d
DELETE /api/admin/rules/{id}                     d
PUT    /api/admin/rules/order                    d
POST   /api/admin/rules/preview                  d
PUT    /api/admin/rules/settings                 d
GET    /api/admin/usage                          d
POST   /api/admin/usage/entries                  d
GET    /api/admin/usage/ledger                   d
PUT    /api/admin/usage/settings                 d
GET    /api/admin/usage/spending                 d
GET    /api/admin/users                          d
POST   /api/admin/users                          d
POST   /api/admin/users/{id}/confirm             d
POST   /api/admin/users/{id}/link                d
PUT    /api/admin/users/{id}/roles               d
DELETE /api/admin/users/{id}/second-factor       d
DELETE /api/admin/users/{id}/sessions            d
PUT    /api/admin/users/{id}/state               d
PUT    /api/admin/users/policy                   d
POST   /api/admin/users/report                   d
GET    /api/admin/webhooks                       d
POST   /api/admin/webhooks                       d
PUT    /api/admin/webhooks/{id}                  d
DELETE /api/admin/webhooks/{id}                  d
GET    /api/admin/webhooks/{id}/deliveries       d
POST   /api/admin/webhooks/{id}/ping             d
POST   /api/admin/webhooks/{id}/secret           d
POST   /api/admin/webhooks/deliveries/{id}/replay d
GET    /api/attempts                             r
GET    /api/attempts/{id}                        r
POST   /api/attempts/{id}/resolve                r
POST   /api/attempts/{id}/resolve/confirm        r
GET    /api/documents/{id}                       ar reviews:read
GET    /api/events                               * !
GET    /api/evidence/key                         *
GET    /api/evidence/verifier                    *
GET    /api/health                               -
GET    /api/home                                 *
GET    /api/metrics                              -
GET    /api/openapi                              * any
GET    /api/ready                                -
GET    /api/payments                              *  payments:read
GET    /api/payments/{id}                         *  payments:read
POST   /api/payments/{id}/confirmations           r  payments:write
GET    /api/payments/{id}/lines                   *  payments:read
POST   /api/payments/{id}/lines/search            *  payments:read
GET    /api/payments/{id}/list                    *  payments:read
POST   /api/payments/{id}/releases                r  payments:write
GET    /api/payments/{id}/releases/{number}/file  ar payments:read
POST   /api/payments/{id}/releases/{number}/not-sent r payments:write
POST   /api/payments/{id}/releases/{number}/withdraw r payments:write
POST   /api/payments/{id}/reports                 ar payments:write
GET    /api/payments/{id}/reports/{number}        *  payments:read
GET    /api/payments/coverage                     rd payments:read
POST   /api/payments/participation                *  payments:read
GET    /api/payments/reports                      *  payments:read
POST   /api/payments/reports                      ar payments:write
GET    /api/payments/reports/{id}                 *  payments:read
POST   /api/payments/reports/{id}/join            ar payments:write
GET    /api/payments/reports/{id}/table           *  payments:read
GET    /api/reviews/{id}                         ar reviews:read
POST   /api/reviews/{id}/claim                   r  reviews:decide
DELETE /api/reviews/{id}/claim                   r  reviews:decide
POST   /api/reviews/{id}/decision                r  reviews:decide
POST   /api/reviews/{id}/documents               ar reviews:decide
POST   /api/reviews/{id}/notes                   ar reviews:decide
POST   /api/reviews/{id}/reopen                  r  reviews:decide
GET    /api/reviews/{id}/signals                 ar reviews:read
POST   /api/reviews/{id}/take-over               r  reviews:decide
POST   /api/reviews/{id}/undo                    r  reviews:decide
POST   /api/reviews/choices                      ar
POST   /api/reviews/group-decision               r  reviews:decide
POST   /api/reviews/group-undo                   r  reviews:decide
POST   /api/reviews/search                       ar reviews:read
GET    /api/uploads                              *  uploads:read
POST   /api/uploads                              a  uploads:write
GET    /api/uploads/{id}                         *  uploads:read
POST   /api/uploads/{id}/approval               rd
GET    /api/uploads/{id}/evidence                *
GET    /api/uploads/{id}/evidence/pack           ar
GET    /api/uploads/{id}/export                  ar exports:read
GET    /api/uploads/{id}/export/table            *  exports:read
POST   /api/uploads/{id}/known                   a
POST   /api/uploads/{id}/pause                   a  uploads:write
POST   /api/uploads/{id}/resume                  a  uploads:write
POST   /api/uploads/{id}/retry                   a  uploads:write
GET    /api/uploads/{id}/rows                    *  uploads:read
POST   /api/uploads/{id}/rows/search             *  uploads:read
POST   /api/uploads/{id}/stop                    a  uploads:write
GET    /api/uploads/changes/layout               *
PUT    /api/uploads/changes/layout               *
GET    /api/usage/balance                        *  usage:read
POST   /api/verifications                        a  checks:write
GET    /api/verifications/{id}                   *  checks:read
GET    /api/verifications/{id}/answer            *
POST   /api/verifications/{id}/allow-name       r
POST   /api/verifications/{id}/cancel            a  checks:write
GET    /api/verifications/{id}/evidence          *
GET    /api/verifications/{id}/evidence/pack     ar
POST   /api/verifications/{id}/recheck           a  checks:write
POST   /api/verifications/{id}/refresh           *  checks:write
POST   /api/verifications/{id}/reveal           d
POST   /api/verifications/earlier                a  checks:read
POST   /api/verifications/export                 *  exports:read
POST   /api/verifications/search                 *  checks:read
GET    /api/verifications/search/choices         *
GET    /api/verifications/search/layout          *
PUT    /api/verifications/search/layout          *
GET    /api/verifications/search/views           *
POST   /api/verifications/search/views           *
PUT    /api/verifications/search/views/{id}      *
DELETE /api/verifications/search/views/{id}      *
`

const ALL_ROLES: Role[] = ['analyst', 'reviewer', 'admin']
const ROLES_BY_LETTER: Record<string, Role[]> = {
  a: ['analyst'],
  r: ['reviewer'],
  d: ['admin'],
  '*': ALL_ROLES,
  '-': [],
}
export type RouteAccess = {
  /** as in the table: the method and the path with {id} */
  name: string
  method: string
  path: string
  allowed: Role[]
  isPublic: boolean
  scope: string | null
  skipAllowed: boolean
}

function parseRoute(line: string): RouteAccess {
  const [method = '', path = '', letters = '', ...rest] = line.split(/\s+/)
  return {
    name: `${method} ${path}`,
    method,
    path,
    allowed: [...letters].flatMap((letter) => ROLES_BY_LETTER[letter] ?? []),
    isPublic: letters === '-',
    scope: rest.find((word) => word !== '!') ?? null,
    skipAllowed: rest.includes('!'),
  }
}
export const ROUTES: RouteAccess[] = TABLE.trim().split('\n').map(parseRoute)

/** The routes of next-auth and of unknown addresses, which have tests of their own. */
const CATCH_ALL = /^\[\.\.\.\w+\]$/

/** Lists the routes in the sources, written as in the table. */
export function findRoutesInSources(): string[] {
  const api = path.join(import.meta.dirname, '../../app/api')
  const files = readdirSync(api, { recursive: true, encoding: 'utf8' }).filter(
    (file) => path.basename(file) === 'route.ts',
  )
  return files.flatMap((file) => {
    const folder = path.dirname(file)
    if (CATCH_ALL.test(path.basename(folder))) return []
    const source = readFileSync(path.join(api, file), 'utf8')
    const url = `/api/${folder.split(path.sep).join('/')}`.replaceAll(/\[(\w+)\]/g, '{$1}')
    const found = [...source.matchAll(/^ {2}(GET|POST|PUT|PATCH|DELETE): define/gm)].map(
      ([, method]) => `${method} ${url}`,
    )
    return found.length > 0 ? found : [`nothing found in ${url}`]
  })
}
