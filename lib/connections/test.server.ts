import 'server-only'
import { type AuditActor, record } from '@/lib/audit/record.server'
import { connectionById } from '@/lib/connections/active.server'
import {
  type ConnectionState,
  type ConnectionTest,
  TEST_PAUSE_SECONDS,
  TEST_STEPS,
  type TestStep,
} from '@/lib/connections/view'
import { db, Prisma } from '@/lib/platform/db.server'
import { notFound, Refusal } from '@/lib/platform/refusal'
import { int4, select } from '@/lib/platform/sql/select.server'
import { postSandbox } from '@/lib/upstream/client.server'
import type { UpstreamConnection } from '@/lib/upstream/connection'
import { checkPayload } from '@/lib/upstream/contract'
import { getAccessToken } from '@/lib/upstream/token.server'

/**
 * The sandbox accepts any IBAN with a valid structure (specification 4.7); no bank is contacted and nothing is
 * billed.
 */
const TEST_CHECK = { iban: 'FR7630006000011234567890189', name: 'Connection Test' }

/**
 * Tests a connection in three steps: reach the server, get a token (a cached one counts), run a simulated check. Its
 * result isn't stored when the secret was changed meanwhile.
 * @throws Refusal 404; 429 tested_just_now within 30 s of a successful test
 */
export async function testConnection(id: string, auditActor: AuditActor): Promise<ConnectionTest> {
  const connection = await connectionById(id)
  if (!connection) throw notFound()
  await refuseTooSoon(id)
  const test = await runTest(connection)
  await db().$transaction(async (tx) => {
    await tx.$executeRaw`
      update connections set last_test_at = clock_timestamp(), last_test_result = ${test.state}
       where id = ${id}::uuid and secret_set_at = ${connection.secretSetAt}`
    const object = { type: 'connection', id }
    await record(
      {
        by: auditActor,
        action: 'connection.tested',
        object,
        details: { state: test.state, code: test.code },
      },
      tx,
    )
  })
  return test
}

async function refuseTooSoon(id: string): Promise<void> {
  const [row] = await select(
    db(),
    { wait: int4.or(null) },
    Prisma.sql`
    select ceil(extract(epoch from last_test_at + make_interval(secs => ${TEST_PAUSE_SECONDS}) - now()))::int as wait
      from connections where id = ${id}::uuid and last_test_result = 'working'`,
  )
  if (row?.wait && row.wait > 0)
    throw new Refusal(429, 'tested_just_now', 'This connection was just tested. Try again in a moment.', {
      headers: { 'retry-after': String(row.wait) },
    })
}

async function runTest(connection: UpstreamConnection): Promise<ConnectionTest> {
  const times = new Map<TestStep, number>()
  const timeStep = async <T>(step: TestStep, work: Promise<T>): Promise<T> => {
    const started = performance.now()
    const result = await work
    times.set(step, Math.round(performance.now() - started))
    return result
  }
  const report = (state: ConnectionState, failed: TestStep | null, code: string | null): ConnectionTest => ({
    state,
    code,
    steps: stepsOf(failed, times),
  })
  const token = await timeStep('token', getAccessToken(connection))
  if (token.kind === 'none') {
    const reached = token.code === 'upstream_auth_failed' || token.httpStatus !== undefined
    return report(stateOf(token.code, token.httpStatus), reached ? 'token' : 'reach', token.code)
  }
  const payload = { ...checkPayload(TEST_CHECK.iban, TEST_CHECK.name), sandbox_result: 'match' as const }
  const sent = await timeStep(
    'check',
    postSandbox(connection, payload, { sendBy: performance.now() + 2_000 }),
  )
  if (sent.kind === 'accepted') return report('working', null, null)
  const code = sent.code === 'upstream_token_refused' ? 'upstream_auth_failed' : sent.code
  return report(stateOf(code, sent.kind === 'not_sent' ? undefined : sent.httpStatus), 'check', code)
}

/** A server that answered the token request was reachable: its time counts for both steps. */
function stepsOf(failed: TestStep | null, times: Map<TestStep, number>): ConnectionTest['steps'] {
  const end = failed === null ? TEST_STEPS.length : TEST_STEPS.indexOf(failed)
  return TEST_STEPS.map((step, i) => ({
    step,
    ok: i < end ? true : i === end ? false : null,
    ms: i > end ? null : (times.get(step === 'reach' ? 'token' : step) ?? null),
  }))
}

function stateOf(code: string, httpStatus: number | undefined): ConnectionState {
  if (code === 'upstream_rate_limited' || httpStatus === 429) return 'rate_limited'
  // a page in place of the token endpoint refuses no credentials
  if (code === 'upstream_auth_unavailable') return 'unreachable'
  if (httpStatus !== undefined && httpStatus >= 400 && httpStatus < 500) return 'refused'
  return code === 'upstream_auth_failed' ? 'refused' : 'unreachable'
}
