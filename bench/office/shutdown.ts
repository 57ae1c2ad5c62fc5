/** Runs something once, however often it is called. */
export function onlyOnce(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => (done ??= work())
}

/**
 * Cleans up when a benchmark is interrupted: by Ctrl-C, by a signal, or because the command that started it is gone.
 */
export function onShutdown(close: () => Promise<void>): void {
  const parent = process.ppid
  const leave = async () => {
    // errors from now on are caused by the shutdown
    for (const event of ['uncaughtException', 'unhandledRejection'] as const) process.on(event, () => {})
    await close().catch((error: unknown) => console.error(error))
    process.exit(1)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void leave())
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    void leave()
  }, 500)
  timer.unref()
  // the terminal may close first: a failed line of output must not leave processes behind
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}
