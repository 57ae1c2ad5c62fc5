// Code for the measured pages. Runs in the browser: no imports, no outer variables.

/** Records when a file was chosen, the messages of the wizard's worker, and every long task. */
export function watchWizard() {
  const times = { start: 0, first: 0, checked: 0, rows: 0, longest: 0, tasks: 0 }
  window.bench = times
  document.addEventListener(
    'change',
    ({ target }) => {
      if (target.type === 'file' && target.files.length > 0) times.start = performance.now()
    },
    true,
  )
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      if (times.start === 0 || startTime < times.start || (times.checked > 0 && startTime > times.checked))
        continue
      times.tasks += 1
      times.longest = Math.max(times.longest, duration)
    }
  }).observe({ type: 'longtask' })
  const Native = window.Worker
  window.Worker = class extends Native {
    constructor(...args) {
      super(...args)
      this.addEventListener('message', ({ data }) => {
        if (data.news === 'first') {
          times.first ||= performance.now()
          times.rows = data.first.rows.length
        }
        // the frame in which it is painted
        if (data.news === 'checked')
          requestAnimationFrame(() => setTimeout(() => (times.checked ||= performance.now())))
      })
    }
  }
}

/** On the main thread: papaparse with a header, ibantools, a map for duplicates, and 50 rows as text. */
export function parseWithLibraries(file) {
  const { Papa, ibantools } = window
  const start = performance.now()
  return new Promise((resolve) => {
    Papa.parse(file, {
      header: true,
      skipEmptyLines: true,
      complete({ data, meta }) {
        const [iban, name] = [meta.fields.find((field) => /iban/i.test(field)), meta.fields[1]]
        const pairs = new Map()
        const checked = data.map((row) => {
          const clean = ibantools.electronicFormatIBAN(row[iban]) ?? ''
          const ok = ibantools.validateIBAN(clean).valid
          const key = `${clean} ${row[name].normalize('NFKC').toLowerCase()}`
          const repeats = pairs.has(key)
          if (ok && !repeats) pairs.set(key, true)
          return { clean, ok, repeats, name: row[name] }
        })
        window.retained = { data, checked, pairs }
        const rows = checked.slice(0, 50).map(({ name: text, clean, ok }) => `${text} ${clean} ${ok}`)
        document.body.append(rows.join('\n'))
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)))
      },
    })
  })
}

export async function readBytes(file) {
  const start = performance.now()
  await file.arrayBuffer()
  return performance.now() - start
}
