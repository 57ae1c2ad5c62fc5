import { onDemand } from './on-demand'

type Options = { description?: string; action?: { label: string; onClick: () => void }; id?: string }
const lasting = (options: Options) => ({ ...options, duration: options.action ? 10_000 : 5_000 })

/** What shows the notes (`OverlayRoot`); one that comes before it waits for it. */
export const notes = onDemand(() => import('sonner'))

/** A short note at the bottom right; with an action it stays ten seconds. Alt T moves the focus there. */
export function toast(title: string, options: Options = {}) {
  notes.load().then((part) => part?.toast(title, lasting(options)))
}

/** The same for something that went wrong. */
export function toastError(title: string, options: Options = {}) {
  notes.load().then((part) => part?.toast.error(title, lasting(options)))
}
