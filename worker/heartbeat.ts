const EVERY_MS = 1_000

/**
 * Sends heartbeats of the event loop to the parent process, which kills and replaces a worker that stays silent. Does
 * nothing without an IPC channel.
 */
export function startHeartbeat(): void {
  const say = () => process.connected && process.send?.('alive', undefined, undefined, () => {})
  say()
  setInterval(say, EVERY_MS).unref()
}
