/** Loading a page is the first act. */
let at = performance.now()

const note = () => {
  at = performance.now()
}
for (const event of ['keydown', 'pointerdown'] as const)
  globalThis.window?.addEventListener(event, note, { capture: true, passive: true })

/** Whether the person did something on this page lately. What a tab does by itself must not look like an act of theirs. */
export const actedWithin = (ms: number): boolean => performance.now() - at < ms
