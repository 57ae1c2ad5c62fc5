import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Checkbox } from './checkbox'
import { RadioGroup } from './radio-group'
import { Switch } from './switch'

const noop = () => {}

it('a choice is named by its label alone, and described by its hint', () => {
  const html = renderToStaticMarkup(
    <>
      <Checkbox label="–" hint="1" />
      <RadioGroup label="–" value="a" options={[{ value: 'a', label: '–', hint: '2' }]} onChange={noop} />
      <Switch label="–" hint="3" checked onChange={noop} />
    </>,
  )
  const textOf = (id: string) => html.match(new RegExp(`id="${id}"[^>]*>([^<]*)<`))?.[1]
  // Radix adds a hidden input for forms to its switch
  const tags = [...html.matchAll(/<(?:input|button)[^>]*>/g)].filter(([tag]) => !tag.includes('aria-hidden'))
  const controls = tags.map(([tag]) =>
    ['labelledby', 'describedby'].map((by) =>
      textOf(tag.match(new RegExp(`aria-${by}="([^"]*)"`))?.[1] ?? ''),
    ),
  )
  expect(controls).toEqual([
    ['–', '1'],
    ['–', '2'],
    ['–', '3'],
  ])
})

it('a choice without a hint is named by the label around it', () => {
  expect(renderToStaticMarkup(<Checkbox label="–" />)).not.toContain('aria-')
})
