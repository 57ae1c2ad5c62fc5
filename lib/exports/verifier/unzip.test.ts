import { deflateSync, strToU8, type ZipOptions, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { readZip, Unreadable } from './unzip'

const FILES = { 'record.json': strToU8('{"a":1}'), 'source/may.csv': strToU8('a;b\n'.repeat(50)) }
const whole = zipSync(FILES)
const join = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts))
const pathsOf = async (bytes: Uint8Array) => [...(await readZip(bytes)).keys()].sort()

/** The archive with extra bytes prepended, and its directory offsets adjusted. */
function behind(front: Uint8Array): Uint8Array {
  const zip = join(front, whole)
  const view = new DataView(zip.buffer)
  const end = zip.length - 22
  let at = view.getUint32(end + 16, true) + front.length
  view.setUint32(end + 16, at, true)
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    view.setUint32(at + 42, view.getUint32(at + 42, true) + front.length, true)
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return zip
}

describe('an archive', () => {
  it('is read as its files, deflated or stored, with folders and a comment or without', async () => {
    expect(await pathsOf(whole)).toEqual(Object.keys(FILES))
    expect(await pathsOf(zipSync(FILES, { level: 0 }))).toEqual(Object.keys(FILES))
    expect(await pathsOf(zipSync({ ...FILES, 'source/': new Uint8Array() }))).toEqual(Object.keys(FILES))
  })

  it("reveals a file that its directory doesn't list, by its name", async () => {
    const forged = zipSync({ 'report.pdf': strToU8('approved') })
    const local = forged.subarray(0, 30 + 'report.pdf'.length + 'approved'.length)
    expect(await pathsOf(behind(local))).toEqual(['record.json', 'report.pdf', 'source/may.csv'])
    expect(await pathsOf(behind(strToU8('hello')))).toEqual(['0–5', 'record.json', 'source/may.csv'])
  })

  it('reveals bytes between the files and the directory, or after the end', async () => {
    const directory = new DataView(whole.buffer, whole.byteOffset).getUint32(whole.length - 6, true)
    const between = join(whole.subarray(0, directory), new Uint8Array(40), whole.subarray(directory))
    new DataView(between.buffer).setUint32(between.length - 6, directory + 40, true)
    expect(await pathsOf(between)).toHaveLength(3)
    expect(await pathsOf(join(whole, strToU8('more')))).toHaveLength(3)
  })

  it('reveals a file with another name in its local header than in the directory', async () => {
    const renamed = join(whole)
    renamed.set(strToU8('RECORD'), 30)
    expect(await pathsOf(renamed)).toEqual(['RECORD.json', 'record.json', 'source/may.csv'])
  })

  it('reveals a duplicate path, and one offset under two names', async () => {
    const twice = zipSync({ ...FILES, 'recorD.json': strToU8('{"a":2}') })
    const same = join(twice)
    for (let at = same.length - 1; at > 0; at--)
      if (Buffer.from(same.subarray(at, at + 11)).toString() === 'recorD.json')
        same.set(strToU8('record'), at)
    expect(await pathsOf(same)).toEqual(['record.json', 'record.json (again)', 'source/may.csv'])
  })

  it('reveals a folder with contents, which unpacks as a file', async () => {
    const forged = zipSync({ ...FILES, 'annex.txt/': strToU8('approved') }, { level: 0 })
    expect(await pathsOf(forged)).toEqual(['annex.txt/', 'record.json', 'source/may.csv'])
  })

  it('reveals a file that would be unpacked as a link or a device, whatever its bytes are', async () => {
    for (const mode of [0o120777, 0o020666]) {
      const entry: [Uint8Array, ZipOptions] = [FILES['record.json'], { os: 3, attrs: mode * 2 ** 16 }]
      const odd = ['record.json', 'record.json (no plain file)', 'source/may.csv']
      expect(await pathsOf(zipSync({ ...FILES, 'record.json': entry })), `${mode}`).toEqual(odd)
    }
    const plain: [Uint8Array, ZipOptions] = [FILES['record.json'], { os: 3, attrs: 0o100644 * 2 ** 16 }]
    const folder: [Uint8Array, ZipOptions] = [new Uint8Array(), { os: 3, attrs: 0o040755 * 2 ** 16 + 16 }]
    expect(await pathsOf(zipSync({ ...FILES, 'record.json': plain, 'source/': folder }))).toEqual(
      Object.keys(FILES),
    )
  })

  it('reveals the other name, or the link, in an extra field', async () => {
    const withExtra = (id: number, data: Uint8Array): Uint8Array =>
      zipSync({ ...FILES, 'record.json': [FILES['record.json'], { extra: { [id]: data } }] })
    const other = join(new Uint8Array([1, 0, 0, 0, 0]), strToU8('report.pdf'))
    expect(await pathsOf(withExtra(0x7075, other))).toContain('report.pdf')
    const same = join(new Uint8Array([1, 0, 0, 0, 0]), strToU8('record.json'))
    expect(await pathsOf(withExtra(0x7075, same))).toEqual(Object.keys(FILES))
    for (const id of [0x756e, 0x000d])
      expect(await pathsOf(withExtra(id, new Uint8Array(20)))).toContain('record.json (no plain file)')
    // times and owners, which common programs add
    for (const id of [0x5455, 0x7875, 0x000a])
      expect(await pathsOf(withExtra(id, new Uint8Array(9)))).toEqual(Object.keys(FILES))
  })

  it('reveals a file whose local header differs from the directory', async () => {
    for (const [at, what] of [
      [8, 'another way of packing'],
      [14, 'another checksum'],
      [18, 'another packed size'],
      [22, 'another size'],
    ] as const) {
      const forged = join(whole)
      const view = new DataView(forged.buffer)
      view.setUint16(at, view.getUint16(at, true) ^ 8, true)
      expect(await pathsOf(forged), what).toContain('record.json (again)')
    }
  })

  it('is unreadable when other programs would find another directory in it', async () => {
    // the size of the directory, from which they count back
    const counted = join(whole)
    const size = new DataView(counted.buffer)
    size.setUint32(counted.length - 10, size.getUint32(counted.length - 10, true) - 8, true)
    await expect(readZip(counted)).rejects.toThrow(Unreadable)
    // the locator of zip64, hidden in the comment of the last file
    const locator = join(strToU8('PK\u0006\u0007'), new Uint8Array(16))
    const withComment = (comment: string): Uint8Array =>
      zipSync({ ...FILES, 'source/may.csv': [FILES['source/may.csv'], { comment }] })
    await expect(readZip(withComment(Buffer.from(locator).toString('latin1')))).rejects.toThrow(Unreadable)
    expect(await pathsOf(withComment('May'))).toEqual(Object.keys(FILES))
  })

  it('is unreadable when bytes follow a file inside its packed data', async () => {
    const packed = deflateSync(FILES['record.json'])
    const hidden = join(packed, strToU8('PK\u0003\u0004'), new Uint8Array(30))
    const one = zipSync({ 'record.json': FILES['record.json'] }, { level: 6 })
    const head = one.subarray(0, 41)
    const tail = one.subarray(41 + packed.length)
    const forged = join(head, hidden, tail)
    const view = new DataView(forged.buffer)
    const directory = 41 + hidden.length
    view.setUint32(18, hidden.length, true)
    view.setUint32(directory + 20, hidden.length, true)
    view.setUint32(forged.length - 6, directory, true)
    expect(await pathsOf(one)).toEqual(['record.json'])
    await expect(readZip(forged)).rejects.toThrow(Unreadable)
  })

  it("is unreadable when it's truncated anywhere, or declares a wrong size", async () => {
    for (let length = 0; length < whole.length; length += 7)
      await expect(readZip(whole.slice(0, length)), `${length} bytes`).rejects.toThrow(Unreadable)
    const lying = join(whole)
    const view = new DataView(lying.buffer)
    view.setUint32(view.getUint32(lying.length - 6, true) + 24, 3, true)
    await expect(readZip(lying)).rejects.toThrow(Unreadable)
  })
})
