'use client'
import { startTransition, useEffect, useReducer, useSyncExternalStore } from 'react'

const never = () => () => {}
/** How long somebody who waits for a part waits until it is asked for again. */
const AGAIN_MS = 3_000

/**
 * A heavy part that a page can do without until somebody wants it: loaded once, then there at once for everybody.
 * @returns load: brings it now; undefined when it could not be had, and the next try starts anew ·
 *   use: the part once it is here, asked for as soon as it is wanted, and again for as long as it cannot be had
 */
export function onDemand<T>(fetchPart: () => Promise<T>) {
  let part: T | undefined
  let coming: Promise<T | undefined> | undefined
  const watchers = new Set<() => void>()
  const load = (): Promise<T | undefined> => {
    coming ??= fetchPart().then(
      (here) => {
        part = here
        for (const watcher of watchers) watcher()
        return here
      },
      () => {
        coming = undefined
        return undefined
      },
    )
    return coming
  }
  const use = (wanted: boolean): T | undefined => {
    const here = useSyncExternalStore(
      never,
      () => part,
      () => undefined,
    )
    const [, redraw] = useReducer((times: number) => times + 1, 0)
    useEffect(() => {
      // what surrounds a part that arrives is drawn in pieces, and the page goes on answering between them
      const watcher = () => startTransition(redraw)
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    }, [])
    useEffect(() => {
      if (!wanted) return
      let waiting = true
      const ask = async () => {
        if (!(await load())) setTimeout(() => waiting && ask(), AGAIN_MS)
      }
      void ask()
      return () => {
        waiting = false
      }
    }, [wanted])
    return here
  }
  return { load, use }
}
