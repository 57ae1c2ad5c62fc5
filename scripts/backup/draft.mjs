/** A backup is written under this name, and gets its own when it is complete. */
export const draftOf = (file) => `${file}.part`
