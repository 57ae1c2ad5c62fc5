import { toast as sonner } from 'sonner'

type Options = { description?: string; action?: { label: string; onClick: () => void }; id?: string }
const lasting = (options: Options) => ({ ...options, duration: options.action ? 10_000 : 5_000 })

/** A short note at the bottom right; with an action it stays ten seconds. Alt T moves the focus there. */
export function toast(title: string, options: Options = {}) {
  return sonner(title, lasting(options))
}

/** The same for something that went wrong. */
export function toastError(title: string, options: Options = {}) {
  return sonner.error(title, lasting(options))
}
