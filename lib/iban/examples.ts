import table from './data/examples.json' with { type: 'json' }

/** The example of the registry for each country code. */
export const EXAMPLES: Record<string, string> = table
