/**
 * The number in a field, or null for an empty one. A text that isn't a number is returned as typed, so that the server
 * refuses it and names the field.
 */
export function typedNumber(text: string): number | string | null {
  if (text.trim() === '') return null
  return Number.isFinite(Number(text)) ? Number(text) : text
}
