import { strToU8, Zip, ZipDeflate } from 'fflate'
import { concatBytes } from '@/lib/tables/bytes'

/** Writes the next text of a part; `last` ends it. */
export type PutXml = (xml: string, last?: 'last') => void

/** Characters per chunk of a part. */
const CHUNK = 64 * 1024

/** A new ZIP file of texts, compressed as they are written, one part after the other. */
export class NewZip {
  private readonly pieces: Uint8Array[] = []
  private readonly zip = new Zip((error, piece) => {
    if (error) throw error
    this.pieces.push(piece)
  })

  part(path: string): PutXml {
    const file = new ZipDeflate(path, { level: 6 })
    this.zip.add(file)
    let text = ''
    return (xml, last) => {
      text += xml
      if (!last && text.length < CHUNK) return
      file.push(strToU8(text), last !== undefined)
      text = ''
    }
  }

  end(): Uint8Array<ArrayBuffer> {
    this.zip.end()
    return concatBytes(this.pieces)
  }
}
