/** Joins class names; anything that is not a non-empty string is left out. */
export const cx = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(' ')
