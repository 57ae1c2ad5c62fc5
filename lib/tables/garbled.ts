/** Traces of UTF-8 that was read as windows-1252 (`MÃ¼ller`, `FranÃ§ois`), or the replacement character. */
const GARBLED = /[ÃÂÅÄ][\u0080-\u00BF€‚ƒ„…†‡ˆ‰Š‹Œ‘’“”•–—˜™š›œžŸ]|â€|\uFFFD/

/** Whether the text was decoded with the wrong encoding at some point. */
export function looksGarbled(text: string): boolean {
  return GARBLED.test(text)
}
