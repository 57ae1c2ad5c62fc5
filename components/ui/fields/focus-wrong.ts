/** Focuses the first invalid field, once it is marked as such: the field may appear only now, with its reason. */
export const focusWrong = (form: Element | null) =>
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
