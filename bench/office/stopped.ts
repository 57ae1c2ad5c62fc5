/** Runs something once, whoever asks first. */
export function onlyOnce(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => (done ??= work())
}

/**
 * Puts a bench in order when it is stopped half way: by Ctrl-C, by a signal, or because the command that started it is gone.
 */
export function whenStopped(close: () => Promise<void>): void {
  const parent = process.ppid
  const leave = async () => {
    // what fails from now on fails because everything ends
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
  // the terminal may be closed before we are: a line that is lost is no reason to leave anything behind
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}
