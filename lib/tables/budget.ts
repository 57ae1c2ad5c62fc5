import type { TableProblem } from '@/lib/tables/table'

/** The most bytes that a file may decompress to. */
const MAX_UNPACKED_BYTES = 256 * 1024 * 1024

/** Cells a sheet may have, counting the empty ones before the last filled cell of each row. */
const MAX_CELLS = 10_000_000

/**
 * Elements and references (`&amp;`) of all parts together: a filled cell is two or three. They determine the cost of
 * parsing XML; everything else is linear in its length.
 */
const MAX_NODES = 10_000_000

/** The decompressed content exceeds a limit. */
export class LimitExceeded extends Error {
  readonly problem: TableProblem
  constructor(problem: 'file_unpacks_too_large' | 'too_many_cells') {
    super(problem)
    this.problem = { problem }
  }
}

/** The remaining limits of one file, shared by all of its parts. Every method throws `LimitExceeded`. */
export class Budget {
  private bytes = MAX_UNPACKED_BYTES
  private characters = MAX_UNPACKED_BYTES
  private cells = MAX_CELLS
  private nodes = MAX_NODES

  unpack(bytes: number): void {
    this.bytes -= bytes
    if (this.bytes < 0) throw new LimitExceeded('file_unpacks_too_large')
  }

  element(): void {
    this.nodes -= 1
    if (this.nodes < 0) throw new LimitExceeded('too_many_cells')
  }

  /** Call before the text is parsed. */
  references(xml: string): void {
    for (let at = xml.indexOf('&'); at >= 0; at = xml.indexOf('&', at + 1)) this.nodes -= 1
    if (this.nodes < 0) throw new LimitExceeded('too_many_cells')
  }

  /** Counts a row of cells; a shared text counts for each cell. */
  keep(cells: string[]): void {
    this.cells -= cells.length
    if (this.cells < 0) throw new LimitExceeded('too_many_cells')
    for (const cell of cells) this.characters -= cell.length
    if (this.characters < 0) throw new LimitExceeded('file_unpacks_too_large')
  }
}
