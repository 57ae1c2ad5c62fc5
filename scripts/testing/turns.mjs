// Stages one after the other and side by side.

/**
 * Does the wanted stages of each turn: its lanes begin together, a lane does one stage after the other, and the next
 * turn waits for all of them.
 * @param {string[][][]} turns @param {(name: string) => boolean} wanted
 * @param {(name: string, beside: boolean) => Promise<unknown>} work never rejects; beside: something else may run meanwhile
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
