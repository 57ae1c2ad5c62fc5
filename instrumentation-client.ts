// Runs before Next starts. All of it in one task would hold up a first click or key for 50 ms: React is made ready here,
// and what follows gets a task of its own.
import 'react-dom/client'

/** What Next waits for before it starts: an empty script, after which it goes on with a timer. */
const first = ['', { children: '' }]

Object.assign(window, { __next_s: [first] })
