import { readConfig } from './config'
import { type RunningService, startService } from './start'

/** Exits with a message instead of a stack trace: startup errors are for the operator to fix. */
function exitWithMessage(error: NodeJS.ErrnoException): never {
  const portMessage =
    error.code === 'EADDRINUSE' ? 'the port is taken; set SERVICE_PORT to another one' : undefined
  console.error(`verification service: ${portMessage ?? (error.message || error.code)}`)
  process.exit(1)
}

let service: RunningService | undefined
let stopping = false

/** Shuts down once, in order; a service that isn't ready yet exits directly. */
function shutDown() {
  if (stopping) return
  stopping = true
  if (service) service.stop().then(() => process.exit(0), exitWithMessage)
  else process.exit(0)
}
process.once('SIGTERM', shutDown)
process.once('SIGINT', shutDown)
process.once('disconnect', shutDown) // the parent process is gone

try {
  service = await startService(readConfig(process.env))
  console.log(`verification service on ${service.url}`)
} catch (error) {
  exitWithMessage(error as NodeJS.ErrnoException)
}
