import type { TableProblem } from '@/lib/tables/table'

/** Nothing we read may unpack to more than this. */
const MAX_UNPACKED_BYTES = 256 * 1024 * 1024

/** Cells a sheet may have, counting the empty ones before the last filled cell of each row. */
const MAX_CELLS = 10_000_000

/**
 * Elements and references (`&amp;`) of all parts together: a filled cell is two or three. They are what slows a reader of
 * XML down; all else is as fast as it is long.
 */
const MAX_NODES = 10_000_000

/** A file is larger inside than we read. */
export class TooMuch extends Error {
  readonly problem: TableProblem
  constructor(problem: 'file_unpacks_too_large' | 'too_many_cells') {
    super(problem)
    this.problem = { problem }
  }
}

/** What is left to spend on one file, whichever of its parts asks for it. Every method throws `TooMuch`. */
export class Budget {
  private bytes = MAX_UNPACKED_BYTES
  private characters = MAX_UNPACKED_BYTES
  private cells = MAX_CELLS
  private nodes = MAX_NODES

  unpack(bytes: number): void {
    this.bytes -= bytes
    if (this.bytes < 0) throw new TooMuch('file_unpacks_too_large')
  }

  element(): void {
    this.nodes -= 1
    if (this.nodes < 0) throw new TooMuch('too_many_cells')
  }

  /** Before the text is parsed. */
  references(xml: string): void {
    for (let at = xml.indexOf('&'); at >= 0; at = xml.indexOf('&', at + 1)) this.nodes -= 1
    if (this.nodes < 0) throw new TooMuch('too_many_cells')
  }

  /** A row of cells; a text that many cells share counts for each of them. */
  keep(cells: string[]): void {
    this.cells -= cells.length
    if (this.cells < 0) throw new TooMuch('too_many_cells')
    for (const cell of cells) this.characters -= cell.length
    if (this.characters < 0) throw new TooMuch('file_unpacks_too_large')
  }
}
