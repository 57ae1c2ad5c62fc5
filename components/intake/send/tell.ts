/** Uploads in this browser with a requested notification. */
const KEY = 'accord:tell'
const MOST = 20

export function told(): string[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

export function tellOf(id: string): void {
  keep([id, ...told().filter((other) => other !== id)].slice(0, MOST))
}

export function tellNoMore(id: string): void {
  keep(told().filter((other) => other !== id))
}

/** Without storage there is no notification, but the upload continues. */
function keep(ids: string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(ids))
  } catch {}
}

/** Asks for permission to notify outside the page; must be called in a user gesture. */
export async function mayTell(): Promise<void> {
  if (typeof Notification !== 'undefined' && Notification.permission === 'default') {
    await Notification.requestPermission().catch(() => 'denied')
  }
}
