/** Providers says on the window that the page is alive. */
export const ALIVE = 'alive'

/**
 * Runs in the first script of a page, before React is there, until the page is alive: what a person types, chooses, presses,
 * drops and sends meanwhile is kept, once each, and done then, in its order; no form sends itself to an address. Keys of a
 * single letter are not kept.
 * It is sent as its own text (`${early}`): whatever it needs stands in it.
 */
export function early(alive: string): void {
  type Texts = HTMLInputElement | HTMLTextAreaElement
  const acts = new Map<unknown, () => void>()
  let heard = false
  const texts = 'input:not([type=checkbox],[type=radio],[type=file]), textarea'

  /** React hears of a value only when it is another one than it knows: it knows what is set the plain way. */
  const type = (field: Texts, value: string) => () => {
    const { selectionStart, selectionEnd, defaultValue } = field
    field.value = defaultValue
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
    if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd)
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }

  const keep = (event: Event) => {
    const { target } = event
    if (!(target instanceof Element)) return
    if (event.type === 'input' && target.matches(texts)) keepText(target as Texts)
    if (event.type === 'change' && target.matches('select, [type=file]'))
      acts.set(target, () => target.dispatchEvent(new Event('change', { bubbles: true })))
    if (event.type === 'submit') keepBack(event, target, () => (target as HTMLFormElement).requestSubmit())
    const pressed = target.closest<HTMLElement>('button, [type=checkbox], [type=radio]')
    if (event.type === 'click' && pressed) keepBack(event, pressed, () => pressed.click())
    if (event instanceof KeyboardEvent) keepKey(event)
    if (event instanceof DragEvent) keepFiles(event, target)
  }

  /** Who types on once the page is alive is heard, with all that stands in the field. */
  const keepText = (field: Texts) => (heard ? acts.delete(field) : acts.set(field, type(field, field.value)))

  const keepBack = (event: Event, key: unknown, act: () => void) => {
    event.preventDefault()
    acts.delete(key)
    acts.set(key, act)
  }

  /** Some browsers have a use of their own for Ctrl K. Letters alone are not kept: they would act on what nobody has seen. */
  const keepKey = (event: KeyboardEvent) => {
    const { key, code, ctrlKey, metaKey } = event
    if (key !== 'k' || !(ctrlKey || metaKey)) return
    const again = { key, code, ctrlKey, metaKey, bubbles: true, cancelable: true }
    keepBack(event, key, () =>
      (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', again)),
    )
  }

  /** A browser would open a dropped file in place of the page. What was dropped is gone after the event: it is copied. */
  const keepFiles = (event: DragEvent, target: Element) => {
    const files = event.dataTransfer?.types.includes('Files') && event.dataTransfer.files
    if (!files) return
    event.preventDefault()
    if (event.type !== 'drop') return
    const dataTransfer = new DataTransfer()
    for (const file of files) dataTransfer.items.add(file)
    const again = { dataTransfer, bubbles: true, cancelable: true }
    acts.set(event.type, () => target.dispatchEvent(new DragEvent(event.type, again)))
  }

  const kinds = ['change', 'click', 'submit', 'keydown', 'dragover', 'drop']
  for (const kind of ['input', ...kinds]) addEventListener(kind, keep, true)
  addEventListener(
    alive,
    async () => {
      heard = true
      for (const kind of kinds) removeEventListener(kind, keep, true)
      for (const [key, act] of acts) {
        // each in a task of its own: what React makes of the one before is on the page
        await new Promise((next) => setTimeout(next))
        if (acts.has(key)) act()
      }
      removeEventListener('input', keep, true)
    },
    { once: true },
  )
}
