import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { DayRange } from './day-range'
import { Input } from './input'

it('takes no year of more than four digits, which no filter accepts', () => {
  const days = renderToStaticMarkup(
    <DayRange from="" to="" labels={{ from: 'a', to: 'b' }} onChange={() => {}} />,
  )
  expect(days.match(/type="date"[^>]* max="9999-12-31"|max="9999-12-31"[^>]* type="date"/g)).toHaveLength(2)
  expect(renderToStaticMarkup(<Input type="datetime-local" />)).toContain('max="9999-12-31T23:59"')
  expect(renderToStaticMarkup(<Input type="number" />)).not.toContain('max')
})
