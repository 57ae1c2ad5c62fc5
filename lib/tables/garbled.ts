/** Signs of UTF-8 that was read as windows-1252: `MÃ¼ller`, `FranÃ§ois`, or the replacement sign. */
const GARBLED = /[ÃÂÅÄ][\u0080-\u00BF€‚ƒ„…†‡ˆ‰Š‹Œ‘’“”•–—˜™š›œžŸ]|â€|\uFFFD/

/** True for a text that was decoded with the wrong encoding somewhere on its way. */
export function soundsGarbled(text: string): boolean {
  return GARBLED.test(text)
}
