/** How far the server's clock is ahead of this browser's, in milliseconds: the page says when it was written. */
const ahead =
  typeof document === 'undefined'
    ? 0
    : Number(document.documentElement.dataset.now ?? Date.now()) - Date.now()

/** The time by the server's clock, in milliseconds. A browser's own clock may be hours off. */
export const serverNow = (): number => Date.now() + ahead
