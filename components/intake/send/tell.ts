/** Uploads of this browser whose end is to be told; the person asked for it when sending. */
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

/** A browser that keeps nothing cannot be asked to remember: the upload goes on without. */
function keep(ids: string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(ids))
  } catch {}
}

/** Asks the browser whether it may tell outside the page; must be called while the person presses something. */
export async function mayTell(): Promise<void> {
  if (typeof Notification !== 'undefined' && Notification.permission === 'default') {
    await Notification.requestPermission().catch(() => 'denied')
  }
}
