// Releases what may leave a run, as a process of its own that a test kills: release-once.ts RUN REVIEWER.
import { release } from '@/lib/payments/release/testing/desk'

const [, , run = '', id = ''] = process.argv
const actor = { id, sessionId: id, name: 'Reviewer', email: '', roles: ['reviewer' as const], timeZone: null }
await release(run, { actor, auditActor: { kind: 'user', id, roles: ['reviewer'] } })
process.exit(0)
