const EVERY_MS = 1_000

/**
 * Tells the process that started this one, over their channel, that the event loop turns; it kills and replaces a worker
 * that stays silent. Without a channel nothing is told.
 */
export function sayAlive(): void {
  const say = () => process.connected && process.send?.('alive', undefined, undefined, () => {})
  say()
  setInterval(say, EVERY_MS).unref()
}
