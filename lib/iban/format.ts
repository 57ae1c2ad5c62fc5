/** An IBAN in groups of four, as ISO 13616 prints it: `FR76 3000 6000 …`. Spaces already there are taken out first. */
export function formatIban(iban: string): string {
  return iban.replace(/ /g, '').replace(/.{4}(?=.)/gsu, '$& ')
}

/** An IBAN of which only the first and the last four signs are shown: `FR76 ···· 6053`. Shorter text shows nothing. */
export function shortIban(iban: string): string {
  const text = iban.replace(/ /g, '')
  return text.length < 12 ? '····' : `${text.slice(0, 4)} ···· ${text.slice(-4)}`
}
