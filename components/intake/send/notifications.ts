/** Uploads in this browser with a requested notification. */
const KEY = 'accord:tell'
const MOST = 20

export function notifiedUploads(): string[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

export function requestNotification(id: string): void {
  keep([id, ...notifiedUploads().filter((other) => other !== id)].slice(0, MOST))
}

export function cancelNotification(id: string): void {
  keep(notifiedUploads().filter((other) => other !== id))
}

/** Without storage there is no notification, but the upload continues. */
function keep(ids: string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(ids))
  } catch {}
}

/** Asks for permission to notify outside the page; must be called in a user gesture. */
export async function requestNotificationPermission(): Promise<void> {
  if (typeof Notification !== 'undefined' && Notification.permission === 'default') {
    await Notification.requestPermission().catch(() => 'denied')
  }
}
