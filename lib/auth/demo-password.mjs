// Plain JavaScript, because the scripts print it before anything is built.

/** The password of the demo's people. It is public, because everything in the demo is simulated. */
export const DEMO_PASSWORD = 'accord-demo-2026'
