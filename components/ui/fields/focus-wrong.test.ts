import { expect, it, vi } from 'vitest'
import { focusWrong } from './focus-wrong'

it('waits for the query library, which renders an answer later than a frame that comes at once', async () => {
  vi.stubGlobal('requestAnimationFrame', queueMicrotask)
  const focus = vi.fn()
  let isMarked = false
  const form = { querySelector: () => (isMarked ? { focus } : null) } as unknown as Element
  focusWrong(form)
  setTimeout(() => {
    isMarked = true
  })
  await vi.waitFor(() => expect(focus).toHaveBeenCalledOnce())
  vi.unstubAllGlobals()
})
