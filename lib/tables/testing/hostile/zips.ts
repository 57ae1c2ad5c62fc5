import { makeWorkbook, repeatedSheet, SHEET, VALID_SHEET, workbookParts } from './workbooks'
import { type RawEntry, rawZip } from './zip'

const withChangedSheet = (entry: RawEntry, change: Partial<RawEntry>) => makeWorkbook({ ...entry, ...change })

/** Empty deflate blocks. */
const EMPTY_BLOCKS = Buffer.alloc(10 * 1024 * 1024, Buffer.from([0, 0, 0, 0xff, 0xff]))

export const hostileZips: Record<string, [() => Uint8Array, string]> = {
  'a sheet of ten bytes that unpacks to a gigabyte': [
    () => makeWorkbook({ ...repeatedSheet('<!---->', 150_000_000), size: 10_000 }),
    'file_damaged',
  ],
  'three gigabytes as declared': [
    () => makeWorkbook(repeatedSheet(' '.repeat(1000), 3_000_000)),
    'file_unpacks_too_large',
  ],
  'a declared size that deflate cannot reach': [
    () => withChangedSheet(VALID_SHEET, { size: 400_000_000 }),
    'file_damaged',
  ],
  'a declared size of more than there is': [
    () => withChangedSheet(VALID_SHEET, { size: VALID_SHEET.size + 1 }),
    'file_damaged',
  ],
  'a declared size of less than there is': [
    () => withChangedSheet(VALID_SHEET, { size: VALID_SHEET.size - 1 }),
    'file_damaged',
  ],
  'another checksum': [() => withChangedSheet(VALID_SHEET, { crc: 1 }), 'file_damaged'],
  'a packed size that reaches into the directory': [
    () => withChangedSheet(VALID_SHEET, { packedSize: 1_000_000 }),
    'file_damaged',
  ],
  'two entries on the same bytes': [
    () =>
      rawZip([
        ...workbookParts(VALID_SHEET),
        { ...VALID_SHEET, name: 'xl/copy.xml', offset: 0, directoryOnly: true },
      ]),
    'file_damaged',
  ],
  'nine thousand entries on the same bytes': [
    () =>
      rawZip([
        VALID_SHEET,
        ...workbookParts(VALID_SHEET).slice(0, -1),
        ...Array.from({ length: 9000 }, (_, i) => ({
          ...VALID_SHEET,
          name: `xl/media/${i}`,
          offset: 0,
          directoryOnly: true,
        })),
      ]),
    'file_damaged',
  ],
  'an entry in the middle of another': [
    () => {
      const inner = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), Buffer.alloc(26), Buffer.alloc(100)])
      const outer = { name: 'a', data: inner, method: 0, size: inner.length }
      return rawZip([
        outer,
        ...workbookParts(VALID_SHEET),
        { name: 'b', data: VALID_SHEET.data, size: 10, offset: 31, packedSize: 10, directoryOnly: true },
      ])
    },
    'file_damaged',
  ],
  'two sheets of the same name': [() => rawZip([...workbookParts(VALID_SHEET), VALID_SHEET]), 'file_damaged'],
  'two sheets whose names differ in capitals': [
    () => rawZip([...workbookParts(VALID_SHEET), { ...VALID_SHEET, name: SHEET.toUpperCase() }]),
    'file_damaged',
  ],
  'more entries than are listed': [
    () => rawZip(workbookParts(VALID_SHEET), (end) => end.writeUInt16LE(5000, 10)),
    'file_damaged',
  ],
  'a directory outside the file': [
    () => rawZip(workbookParts(VALID_SHEET), (end) => end.writeUInt32LE(0xfffffff0, 16)),
    'file_damaged',
  ],
  'sizes in an extra field that is missing': [
    () => withChangedSheet(VALID_SHEET, { size: 0xffffffff, packedSize: 0xffffffff }),
    'file_damaged',
  ],
  'sixty thousand parts': [
    () =>
      rawZip([
        ...workbookParts(VALID_SHEET),
        ...Array.from({ length: 60_000 }, (_, i) => ({
          name: `xl/media/${i}`,
          data: new Uint8Array(),
          method: 0,
          size: 0,
        })),
      ]),
    'file_damaged',
  ],
  'a directory that is cut off': [() => makeWorkbook(VALID_SHEET).slice(0, -30), 'file_damaged'],
  'a password on the sheet alone': [() => withChangedSheet(VALID_SHEET, { flags: 1 }), 'file_password'],
  'a compression nobody has': [() => withChangedSheet(VALID_SHEET, { method: 99 }), 'file_damaged'],
  'packed bytes that are noise': [
    () => withChangedSheet(VALID_SHEET, { data: Buffer.alloc(100_000, 'noise') }),
    'file_damaged',
  ],
  'ten megabytes of blocks that hold nothing': [
    () => withChangedSheet(VALID_SHEET, { data: EMPTY_BLOCKS, size: 1_000_000 }),
    'file_damaged',
  ],
  'ten megabytes behind the end of the packed sheet': [
    () =>
      withChangedSheet(VALID_SHEET, {
        data: Buffer.concat([VALID_SHEET.data, Buffer.alloc(10 * 1024 * 1024)]),
      }),
    'table',
  ],
}
