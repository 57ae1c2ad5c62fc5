/** Files that were dropped on another page, on their way to the wizard: they cannot travel in an address. */
let waiting: File[] = []

export function handOver(files: File[]): void {
  waiting = files
}

/** The files that wait; they are handed out once. */
export function takeHandedOver(): File[] {
  const files = waiting
  waiting = []
  return files
}
