/** An IBAN in groups of four, as ISO 13616 prints it: `FR76 3000 6000 …`. Existing spaces are removed first. */
export function formatIban(iban: string): string {
  return iban.replace(/ /g, '').replace(/.{4}(?=.)/gsu, '$& ')
}

/** An IBAN with only its first and last four characters visible: `FR76 ···· 6053`. Shorter text is hidden. */
export function shortIban(iban: string): string {
  const text = iban.replace(/ /g, '')
  return text.length < 12 ? '····' : `${text.slice(0, 4)} ···· ${text.slice(-4)}`
}
