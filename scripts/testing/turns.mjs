// Runs stages in sequence and in parallel.

/**
 * Runs the selected stages of each turn: its lanes start together, a lane runs its stages in sequence, and the next
 * turn waits for all of them.
 * @param {string[][][]} turns
 * @param {(name: string) => boolean} wanted
 * @param {(name: string, beside: boolean) => Promise<unknown>} work never rejects; beside: another stage may run in
 *   parallel
 */
export async function takeTurns(turns, wanted, work) {
  for (const turn of turns) {
    const lanes = turn.map((names) => names.filter(wanted)).filter((names) => names.length > 0)
    await Promise.all(
      lanes.map(async (names) => {
        for (const name of names) await work(name, lanes.length > 1)
      }),
    )
  }
}
