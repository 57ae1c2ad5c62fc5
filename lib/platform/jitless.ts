// For schemas that browsers load too. By default zod tries `new Function`, which our Content-Security-Policy
// blocks, and browsers report the attempt as a violation. Schemas import `zod` directly: re-exported from here,
// it would bring the messages of every language.
import { config } from 'zod/v4/core'

config({ jitless: typeof document !== 'undefined' })
