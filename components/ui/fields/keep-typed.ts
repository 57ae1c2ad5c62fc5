/**
 * The content of a form when the answer to a request is here: fields that are still as they were sent show what is stored,
 * and what was typed since stays.
 */
export function keepTyped<Draft extends object>(now: Draft, sent: Draft, stored: Draft): Draft {
  const kept = { ...stored }
  for (const field of Object.keys(now) as (keyof Draft)[])
    if (now[field] !== sent[field]) kept[field] = now[field]
  return kept
}
