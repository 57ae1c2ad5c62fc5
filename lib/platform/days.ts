import { z } from 'zod'

/** A day of the calendar as filters name it: 2026-11-21. */
export const day = z.iso.date()
