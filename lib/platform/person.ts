/** Somebody as other people are told of them. */
export type PersonView = { id: string; name: string }

/** Id and name, whatever else was read of the person. */
export const personOf = ({ id, name }: PersonView): PersonView => ({ id, name })
