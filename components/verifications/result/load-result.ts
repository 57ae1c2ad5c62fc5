/** The result of a check, and what can be done with it. Whoever begins to write will see one soon. */
export const loadResult = () => import('./result')
