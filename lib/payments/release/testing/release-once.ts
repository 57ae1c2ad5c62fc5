// A process that a test kills while it releases all lines of a run that can be released: release-once.ts RUN REVIEWER
// SESSION
import { release } from '@/lib/payments/release/testing/fixtures'

const [, , run = '', id = '', sessionId = ''] = process.argv
const actor = { id, sessionId, name: 'Reviewer', email: '', roles: ['reviewer' as const] }
await release(run, { actor, auditActor: { kind: 'user', id, roles: ['reviewer'] } })
process.exit(0)
