// Runs before Next starts. All of it in one task would hold up a first click or key for 50 ms: React is made ready here,
// the browser's dates and numbers and the larger part of Next's router with timers, and what follows gets a task of its own.
import 'react-dom/client'

/** What Next waits for before it starts: an empty script, after which it goes on with a timer. */
const first = ['', { children: '' }]

// whatever is asked first of Intl takes a hundred times as long as all that follows
setTimeout(() => new Intl.DateTimeFormat())
// not import(): it would make one more file of what is in the first one anyway
setTimeout(() => require('next/dist/client/components/app-router-instance'))
Object.assign(window, { __next_s: [first] })
