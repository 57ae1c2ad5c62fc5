/** A BIC of 8 or 11 characters. NOTPROVIDED has the form of one, and says that there is none. */
export const BIC = /^(?!NOTPROVIDED$)[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/

/** The bank of a BIC: its first 8 characters, which branches share. */
export const bankOfBic = (bic: string): string => bic.slice(0, 8)

/** A BIC as banks have them. The standard allows digits at its beginning too. */
export const USUAL_BIC = /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/
