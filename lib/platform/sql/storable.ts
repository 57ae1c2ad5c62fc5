/**
 * JSON for a parameter of a statement. Texts of files can have what PostgreSQL stores in no text, NUL and halves of
 * surrogate pairs: each becomes U+FFFD.
 */
export const storableJson = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'string' ? each.replaceAll('\0', '\ufffd').toWellFormed() : each,
  )
