import 'server-only'

export async function requeueRuns(): Promise<void> {
  await Promise.resolve()
}
