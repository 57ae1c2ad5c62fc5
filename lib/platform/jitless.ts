// For schemas that a browser reads too. Left alone, zod would try `new Function` to see whether it may: our
// Content-Security-Policy never lets it, and browsers report the try as a breach. The schemas themselves import `zod`:
// handed on from here, it would come with the words of every language.
import { config } from 'zod/v4/core'

config({ jitless: typeof document !== 'undefined' })
