// What `zod` is in a browser (next.config.js). Left alone, it would try `new Function` to see whether it may: our
// Content-Security-Policy never lets it, and browsers report the try as a breach.
import { config } from 'zod/v4'

config({ jitless: true })

export * from 'zod/v4'
