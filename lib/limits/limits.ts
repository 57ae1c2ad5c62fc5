/** What this office allows before somebody is warned or asked. Null switches a limit off. */
export type OfficeLimits = {
  /** different names tried on one IBAN within 24 hours, by anybody */
  names: {
    /** from this name on the form warns */
    warnFrom: number | null
    /** from this name on a second person must allow it */
    secondFrom: number | null
  }
  /** credits that one person may spend alone; above, an upload waits for a second person and a check is refused */
  credits: {
    /** in one day of TIME_ZONE */
    personDay: number | null
    /** on one upload */
    upload: number | null
  }
}

export const LIMITS_SETTING = 'limits'
export const DEFAULT_LIMITS: OfficeLimits = {
  names: { warnFrom: 3, secondFrom: 5 },
  credits: { personDay: null, upload: null },
}
