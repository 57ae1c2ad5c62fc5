import { strToU8 } from 'fflate'
import { expect, test } from 'vitest'
import { makeReport } from '@/lib/tables/testing/make-report'
import { partOf } from './part'
import { readBankReport } from './read-report'

const reportOf = (original: string, code: string) =>
  makeReport({ original, batches: [{ lines: [{ code }, { code }] }] })

test('a part of a file is a complete report: numbered from 1, and about names only if its documents are', () => {
  const whole = readBankReport(
    strToU8(reportOf('RUN-1', 'RCVC') + reportOf('RUN-2', 'RVNM') + reportOf('RUN-3', 'ACSC')),
  )
  if ('problem' in whole) throw new Error(whole.problem)
  expect(partOf(whole, null)).toBe(whole)
  const part = partOf(whole, [1, 2])
  expect(part.documents).toEqual(whole.documents.slice(1))
  expect(part.lines.map(({ document, position, code }) => [document, position, code])).toEqual([
    [0, 1, 'RVNM'],
    [0, 2, 'RVNM'],
    [1, 3, 'ACSC'],
    [1, 4, 'ACSC'],
  ])
  expect([part, partOf(whole, [2])].map(({ about }) => about)).toEqual(['vop', 'status'])
})

test('a status report of pending payments beside a report about names stays a status report', () => {
  const legend = ['RVNM: no match', 'RVMC: close match']
  const names = makeReport({ legend, batches: [{ lines: [{ code: 'RVMC' }] }] })
  const pending = makeReport({ batches: [{ lines: [{ code: 'PDNG' }] }] })
  for (const text of [names + pending, pending + names]) {
    const report = readBankReport(strToU8(text))
    if ('problem' in report) throw new Error(report.problem)
    const topics = report.documents.map(({ about }) => about)
    expect(topics).toEqual(text.startsWith(names) ? ['vop', 'status'] : ['status', 'vop'])
  }
})
