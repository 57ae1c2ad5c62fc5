/** A person as shown to other people. */
export type PersonView = { id: string; name: string }

/** Picks ID and name from a person with more fields. */
export const personOf = ({ id, name }: PersonView): PersonView => ({ id, name })

/** What to select of a person for `personOf`. */
export const PERSON = { select: { id: true, name: true } } as const
