import { type Session, startSession, type TableReading } from '../session'

/** Reads and checks a file, as the wizard does. Tests override the reading that they are about. */
export async function checkedSession(
  file: string | Uint8Array,
  reading: Partial<TableReading> = {},
): Promise<Session> {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file
  const usual = { fileName: 'list.csv', title: 'List', options: {}, map: null, skipped: [], edits: [] }
  const session = await startSession(bytes, { ...usual, ...reading })
  if ('problem' in session) throw new Error(session.problem)
  await session.check(async () => true)
  return session
}
