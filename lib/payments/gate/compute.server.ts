import 'server-only'

export async function computeGates(uploadId: string): Promise<void> {
  await Promise.resolve(uploadId)
}
