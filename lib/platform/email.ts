/** The canonical spelling of an address, used to store, compare and count. */
export const canonicalEmail = (email: string): string => email.normalize('NFC').trim().toLowerCase()

/** Is a canonical text one plain address, without quotes, lists and signs that nobody sees? */
export const isEmail = (text: string): boolean =>
  text.length <= 254 && /^[^\s@"<>,;:\\()[\]\p{C}]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/u.test(text)
