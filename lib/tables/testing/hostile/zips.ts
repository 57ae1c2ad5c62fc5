import { book, good, many, parts, SHEET } from './workbooks'
import { type RawEntry, rawZip } from './zip'

const changed = (entry: RawEntry, change: Partial<RawEntry>) => book({ ...entry, ...change })

/** Empty deflate blocks. */
const NOTHING = Buffer.alloc(10 * 1024 * 1024, Buffer.from([0, 0, 0, 0xff, 0xff]))

export const hostileZips: Record<string, [() => Uint8Array, string]> = {
  'a sheet of ten bytes that unpacks to a gigabyte': [
    () => book({ ...many('<!---->', 150_000_000), size: 10_000 }),
    'file_damaged',
  ],
  'three gigabytes as declared': [() => book(many(' '.repeat(1000), 3_000_000)), 'file_unpacks_too_large'],
  'a declared size that deflate cannot reach': [() => changed(good, { size: 400_000_000 }), 'file_damaged'],
  'a declared size of more than there is': [() => changed(good, { size: good.size + 1 }), 'file_damaged'],
  'a declared size of less than there is': [() => changed(good, { size: good.size - 1 }), 'file_damaged'],
  'another checksum': [() => changed(good, { crc: 1 }), 'file_damaged'],
  'a packed size that reaches into the directory': [
    () => changed(good, { packed: 1_000_000 }),
    'file_damaged',
  ],
  'two entries on the same bytes': [
    () => rawZip([...parts(good), { ...good, name: 'xl/copy.xml', at: 0, listedOnly: true }]),
    'file_damaged',
  ],
  'nine thousand entries on the same bytes': [
    () =>
      rawZip([
        good,
        ...parts(good).slice(0, -1),
        ...Array.from({ length: 9000 }, (_, i) => ({
          ...good,
          name: `xl/media/${i}`,
          at: 0,
          listedOnly: true,
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
        ...parts(good),
        { name: 'b', data: good.data, size: 10, at: 31, packed: 10, listedOnly: true },
      ])
    },
    'file_damaged',
  ],
  'two sheets of the same name': [() => rawZip([...parts(good), good]), 'file_damaged'],
  'two sheets whose names differ in capitals': [
    () => rawZip([...parts(good), { ...good, name: SHEET.toUpperCase() }]),
    'file_damaged',
  ],
  'more entries than are listed': [
    () => rawZip(parts(good), (end) => end.writeUInt16LE(5000, 10)),
    'file_damaged',
  ],
  'a directory outside the file': [
    () => rawZip(parts(good), (end) => end.writeUInt32LE(0xfffffff0, 16)),
    'file_damaged',
  ],
  'sizes in an extra field that is missing': [
    () => changed(good, { size: 0xffffffff, packed: 0xffffffff }),
    'file_damaged',
  ],
  'sixty thousand parts': [
    () =>
      rawZip([
        ...parts(good),
        ...Array.from({ length: 60_000 }, (_, i) => ({
          name: `xl/media/${i}`,
          data: new Uint8Array(),
          method: 0,
          size: 0,
        })),
      ]),
    'file_damaged',
  ],
  'a directory that is cut off': [() => book(good).slice(0, -30), 'file_damaged'],
  'a password on the sheet alone': [() => changed(good, { flags: 1 }), 'file_password'],
  'a compression nobody has': [() => changed(good, { method: 99 }), 'file_damaged'],
  'packed bytes that are noise': [
    () => changed(good, { data: Buffer.alloc(100_000, 'noise') }),
    'file_damaged',
  ],
  'ten megabytes of blocks that hold nothing': [
    () => changed(good, { data: NOTHING, size: 1_000_000 }),
    'file_damaged',
  ],
  'ten megabytes behind the end of the packed sheet': [
    () => changed(good, { data: Buffer.concat([good.data, Buffer.alloc(10 * 1024 * 1024)]) }),
    'table',
  ],
}
