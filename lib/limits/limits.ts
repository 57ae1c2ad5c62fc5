/** The limits of this office beyond which somebody is warned or asked. Null switches a limit off. */
export type OfficeLimits = {
  /** different names checked against one IBAN within 24 hours, by anybody */
  names: {
    /** from this number on the form warns */
    warnFrom: number | null
    /** from this number on a second person must approve */
    secondFrom: number | null
  }
  /** credits that one person may spend alone; above it, an upload waits for a second person and a check is refused */
  credits: {
    /** per day of TIME_ZONE */
    personDay: number | null
    /** per upload */
    upload: number | null
  }
}

export const DEFAULT_LIMITS: OfficeLimits = {
  names: { warnFrom: 3, secondFrom: 5 },
  credits: { personDay: null, upload: null },
}
