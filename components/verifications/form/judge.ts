'use client'
import { onDemand } from '@/components/ui/on-demand'

/**
 * What judges a pair while it is written: the registry of IBANs, its words, earlier checks. A page is read without it;
 * it comes with the first act of a person in the form, and what was done before it came is judged when it is here.
 */
export const judge = onDemand(() => import('./judgement'))
