import 'server-only'

export async function readLines(uploadId: string): Promise<void> {
  await Promise.resolve(uploadId)
}
