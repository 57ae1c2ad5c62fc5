/**
 * Runs the selected stages phase by phase. The sequences of a phase run in parallel, and the stages of a sequence one
 * after the other.
 * @param {string[][][]} phases
 * @param {(stage: string) => boolean} selected
 * @param {(stage: string, parallel: boolean) => Promise<unknown>} run never rejects; parallel: another stage may run at
 *   the same time
 */
export async function runSchedule(phases, selected, run) {
  for (const phase of phases) {
    const sequences = phase.map((stages) => stages.filter(selected)).filter((stages) => stages.length > 0)
    await Promise.all(
      sequences.map(async (stages) => {
        for (const stage of stages) await run(stage, sequences.length > 1)
      }),
    )
  }
}
