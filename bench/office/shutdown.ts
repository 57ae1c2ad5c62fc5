/** Cleans up when a benchmark is interrupted: by Ctrl-C, by a signal, or because its parent process has ended. */
export function onShutdown(cleanUp: () => Promise<void>): void {
  const parent = process.ppid
  const shutDown = async () => {
    // errors from now on are caused by the shutdown
    for (const event of ['uncaughtException', 'unhandledRejection'] as const) process.on(event, () => {})
    await cleanUp().catch((error: unknown) => console.error(error))
    process.exit(1)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void shutDown())
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    void shutDown()
  }, 500)
  timer.unref()
  // the terminal may close first: a failed line of output must not leave processes behind
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}
