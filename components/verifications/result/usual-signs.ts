export type NamePiece = { text: string; odd: boolean }

// The accepted set is documented nowhere: what is marked are the likely causes, never claimed to be all of them.
const USUAL = /^[\p{Script=Latin}\p{M}\p{Nd} '’.,&/()+:-]$/u

/** A name cut into runs of usual signs and of signs outside Latin letters, digits, space and basic punctuation. */
export function markOddSigns(name: string): NamePiece[] {
  const pieces: NamePiece[] = []
  for (const sign of name) {
    const odd = !USUAL.test(sign)
    const last = pieces.at(-1)
    if (last?.odd === odd) last.text += sign
    else pieces.push({ text: sign, odd })
  }
  return pieces
}
