/** "Close match, check 7b2c": never a name, because titles end up in the browser's history. */
export const checkTitle = (result: string, check: string, id: string): string =>
  `${result}, ${check} ${id.slice(0, 4)}`
