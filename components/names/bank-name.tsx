'use client'
import { Fragment } from 'react'
import type { NameComparison } from '@/lib/names/compare'
import { isReordered, type ShownWord, slotsOf } from './words'

/** The bank's name in one line with the differences underlined, or all of it when only the word order differs. */
export function BankName({ name, comparison }: { name: string; comparison: NameComparison | null }) {
  if (!comparison) return <span translate="no">{name}</span>
  if (isReordered(comparison)) {
    return (
      <mark className="bank-mark" translate="no">
        {name}
      </mark>
    )
  }
  const words = slotsOf(comparison, 'registered', name).filter((slot) => slot.state !== 'gap')
  return (
    <span className="bank-name" translate="no">
      {words.map((slot, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the words of one name do not move
        <Fragment key={index}>
          {index > 0 && ' '}
          <Marked pieces={slot.pieces} all={slot.state === 'alone'} />
        </Fragment>
      ))}
    </span>
  )
}

/** The parts of a word, with the differing ones as marks. */
export function Marked({ pieces, all }: { pieces: ShownWord; all: boolean }) {
  return pieces.map((piece, index) =>
    piece.marked || all ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one word do not move
      <mark key={index}>{piece.text}</mark>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one word do not move
      <span key={index}>{piece.text}</span>
    ),
  )
}
