// A reporter for Vitest and Playwright: appends each result as a line of JSON to the file TALLY when it is known. Their
// own reports are written at the end, so an interrupted run has none.
import fs from 'node:fs'

const appendResult = (id, state, name) =>
  fs.appendFileSync(process.env.TALLY, `${JSON.stringify({ id, state, name })}\n`)

/** A test that passed on a retry (only in CI) counts as passed, and the run names it. */
const OUTCOMES = { expected: 'passed', flaky: 'passed', unexpected: 'failed', skipped: 'skipped' }

class Playwright {
  onBegin(_config, suite) {
    for (const { id } of suite.allTests()) appendResult(id, 'planned')
  }
  onTestEnd(test) {
    appendResult(test.id, OUTCOMES[test.outcome()], test.titlePath().filter(Boolean).join(' › '))
  }
  onError({ message }) {
    appendResult(message, 'failed', message)
  }
}

class Vitest {
  onTestRunStart(specifications) {
    for (const { moduleId } of specifications) appendResult(moduleId, 'planned')
  }
  onTestCaseResult(test) {
    appendResult(test.id, test.result().state, `${test.module.relativeModuleId} › ${test.fullName}`)
  }
  /** A file that cannot be loaded is a failure, and so is one whose hooks fail. */
  onTestModuleEnd(module) {
    appendResult(module.moduleId, module.errors().length > 0 ? 'failed' : 'done', module.relativeModuleId)
  }
  onTestRunEnd(_modules, errors) {
    for (const { message } of errors) appendResult(message, 'failed', message)
  }
}

export default class Tally {
  constructor() {
    const reporter = process.env.VITEST ? new Vitest() : new Playwright()
    for (const name of Object.getOwnPropertyNames(Object.getPrototypeOf(reporter)))
      if (name !== 'constructor') this[name] = reporter[name]
  }
}
