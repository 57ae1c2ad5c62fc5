import { LEFT_OUT } from './first-indexes'

/**
 * Duplicates among the valid rows of a file. Rows, IBANs and names are identified by the index of their first
 * occurrence.
 */
export type Relations = {
  ibans: Int32Array
  names: Int32Array
  /** For every row the first with the same IBAN and name; `LEFT_OUT` for a row that is not valid. */
  pairs: Int32Array
  /** 1 for an IBAN with several names. */
  manyNames: Uint8Array
  /** 1 for a name with several IBANs. */
  manyIbans: Uint8Array
}

/**
 * Finds duplicates from the `firstIndexes` of IBANs and names: the same IBAN and name, one IBAN with several names, one
 * name with several IBANs.
 */
export function relationsOf(ibans: Int32Array, names: Int32Array): Relations {
  const { length } = ibans
  const pairs = new Int32Array(length).fill(LEFT_OUT)
  const manyNames = new Uint8Array(length)
  const manyIbans = new Uint8Array(length)
  /** For an IBAN with several names: its other names, with the first row of each pair. */
  const otherNames = new Map<number, Map<number, number>>()
  for (let index = 0; index < length; index++) {
    const iban = ibans[index] as number
    const name = names[index] as number
    if (iban === LEFT_OUT) continue
    if (ibans[name] !== iban) manyIbans[name] = 1
    if (names[iban] === name) {
      pairs[index] = iban
      continue
    }
    manyNames[iban] = 1
    const others = otherNames.get(iban) ?? new Map<number, number>()
    const first = others.get(name) ?? index
    otherNames.set(iban, others.set(name, first))
    pairs[index] = first
  }
  return { ibans, names, pairs, manyNames, manyIbans }
}
