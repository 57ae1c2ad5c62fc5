/** Saves what an address answers, as fast as it comes: nothing is kept in the page. */
export function saveFrom(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
