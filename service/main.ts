import { readConfig } from './config'
import { type RunningService, startService } from './start'

/** Exits with a message instead of a stack trace: startup errors are for the operator to fix. */
function exitWithMessage(error: NodeJS.ErrnoException): never {
  const taken = error.code === 'EADDRINUSE' ? 'the port is taken; set SERVICE_PORT to another one' : undefined
  console.error(`verification service: ${taken ?? (error.message || error.code)}`)
  process.exit(1)
}

let service: RunningService | undefined
let ending = false

/** Shuts down once, in order; a service that isn't ready yet exits directly. */
function end() {
  if (ending) return
  ending = true
  if (service) service.stop().then(() => process.exit(0), exitWithMessage)
  else process.exit(0)
}
process.once('SIGTERM', end)
process.once('SIGINT', end)
process.once('disconnect', end) // the parent process is gone

try {
  service = await startService(readConfig(process.env))
  console.log(`verification service on ${service.url}`)
} catch (error) {
  exitWithMessage(error as NodeJS.ErrnoException)
}
