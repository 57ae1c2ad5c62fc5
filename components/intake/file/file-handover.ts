/** Passes files dropped on another page to the wizard, because a URL can't contain them. */
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
