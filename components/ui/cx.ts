/** Joins class names, ignoring empty and non-string values. */
export const cx = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(' ')
