/** The columns of a list of changes. The bank's name is what the list is for, and can't be left out. */
export const CHANGE_COLUMNS = [
  ...(['row', 'reference', 'iban', 'oldName', 'newName', 'approvedBy', 'approvedAt', 'evidence'] as const),
] as const
export type ChangeColumn = (typeof CHANGE_COLUMNS)[number]

/** A person's layout of lists of changes: the columns in order. */
export type ChangeLayout = { columns: ChangeColumn[] }

export const ALL_CHANGE_COLUMNS: ChangeLayout = { columns: [...CHANGE_COLUMNS] }
