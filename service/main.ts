import { readConfig } from './config'
import { startService } from './start'

/** Ends the process with a sentence instead of a stack: what fails here is for the operator to settle. */
function giveUp(error: NodeJS.ErrnoException): never {
  const taken = error.code === 'EADDRINUSE' ? 'the port is taken; set SERVICE_PORT to another one' : undefined
  console.error(`verification service: ${taken ?? (error.message || error.code)}`)
  process.exit(1)
}

try {
  const service = await startService(readConfig(process.env))
  let ending = false
  const end = () => {
    if (ending) return
    ending = true
    service.stop().then(() => process.exit(0), giveUp)
  }
  process.once('SIGTERM', end)
  process.once('SIGINT', end)
  process.once('disconnect', end) // the process that started this one is gone
  console.log(`verification service on ${service.url}`)
} catch (error) {
  giveUp(error as NodeJS.ErrnoException)
}
