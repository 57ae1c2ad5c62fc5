/** The media types of the files that people and programs get, by their endings. */
export const MEDIA_TYPES = {
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  txt: 'text/plain',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xml: 'application/xml',
  json: 'application/json',
} as const

/** The media types of files with these endings. */
export const mediaTypesOf = (endings: readonly (keyof typeof MEDIA_TYPES)[]): string[] =>
  endings.map((ending) => MEDIA_TYPES[ending])
