/**
 * Focuses the first invalid field, once it is marked as such: the field may appear only now, with its reason. The frame may
 * come before the timer with which the query library renders an answer.
 */
export const focusWrong = (form: Element | null) =>
  requestAnimationFrame(() =>
    setTimeout(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()),
  )
