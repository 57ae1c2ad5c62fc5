/** The encodings a person can choose; each is a label of the Encoding Standard, which every browser supports. */
export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'iso-8859-15',
  'windows-1250',
  'iso-8859-2',
  'windows-1251',
  'iso-8859-5',
  'windows-1253',
  'iso-8859-7',
  'windows-1254',
  'windows-1257',
  'iso-8859-13',
  'macintosh',
] as const
export type Encoding = (typeof ENCODINGS)[number]

/** The delimiters a person can choose. */
export const DELIMITERS = [';', ',', '\t', '|'] as const
