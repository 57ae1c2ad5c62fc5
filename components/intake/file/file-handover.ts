/** Files dropped on another page, on their way to the wizard, because a URL cannot hold them. */
let waiting: File[] = []

export function handOverFiles(files: File[]): void {
  waiting = files
}

/** Returns the waiting files, once. */
export function takeHandedOverFiles(): File[] {
  const files = waiting
  waiting = []
  return files
}
