/** Letter groups with the same sound in European names; the first that applies wins, in this order. */
const SOUNDS: [RegExp, string][] = [
  [/ph/g, 'f'],
  [/sch|sh|ch(?=e|i)/g, 's'],
  [/qu|qv/g, 'kv'],
  [/x/g, 'ks'],
  [/ck|ch|q/g, 'k'],
  [/c(?=[eiy])/g, 's'],
  [/c/g, 'k'],
  [/th|dt/g, 't'],
  [/tz|cz/g, 'z'],
  [/z/g, 's'],
  [/w/g, 'v'],
  [/ff$/g, 'v'],
  [/ei|ey|ai|ay|aj|ej/g, 'ai'],
  [/ij|y|j/g, 'i'],
  [/ou/g, 'u'],
  [/h(?![aeiou])/g, ''],
  [/(?<=[aeiou])h/g, ''],
  [/(.)\1+/g, '$1'],
]

/** An approximate phonetic spelling of a folded Latin word: `stephan` and `stefan` are equal. */
export function phoneticKey(key: string): string {
  return SOUNDS.reduce((sound, [from, to]) => sound.replace(from, to), key)
}
