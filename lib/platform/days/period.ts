/** Days of the calendar such as 2026-11-21, both included; an end that is not given is open. */
export type Period = { from?: string | undefined; to?: string | undefined }

/** @returns false when it ends before it begins */
export const inOrder = ({ from, to }: Period): boolean => !from || !to || from <= to
