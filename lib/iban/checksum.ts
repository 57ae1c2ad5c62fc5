/** The value of each ASCII character in mod 97: digits themselves, A = 10 to Z = 35 (ISO 7064, ISO 13616). */
export const MOD97_VALUES = new Uint8Array(128)

for (let code = 48; code < 58; code++) MOD97_VALUES[code] = code - 48
for (let code = 65; code < 91; code++) MOD97_VALUES[code] = code - 55

/** Powers of ten modulo 97, for the digits of the longest number an IBAN can have. */
export const MOD97_POWERS = new Uint8Array(70)
MOD97_POWERS[0] = 1
for (let place = 1; place < MOD97_POWERS.length; place++)
  MOD97_POWERS[place] = ((MOD97_POWERS[place - 1] as number) * 10) % 97

/** The remainder modulo 97 of `text` from `start` to `end` (exclusive). The text may only contain `0-9A-Z`. */
export function mod97(text: string, start: number, end: number): number {
  let rest = 0
  for (let i = start; i < end; i++) {
    const value = MOD97_VALUES[text.charCodeAt(i)] as number
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest
}

/** The IBAN of a country and its domestic number (BBAN), with the check digits of ISO 13616. */
export function withCheckDigits(country: string, bban: string): string {
  const open = `${bban}${country}00`
  return country + String(98 - mod97(open, 0, open.length)).padStart(2, '0') + bban
}
