import { globSync, readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Checkboxes } from './checkboxes'
import { Field, FieldGroup } from './field'
import { Form } from './form'
import { Input } from './input'
import { RadioGroup } from './radio-group'

const noop = () => {}
const shown = renderToStaticMarkup(
  <Form refused="Nothing was saved.">
    <Field id="name" label="–" refused="Enter a name.">
      <Input />
    </Field>
    <Field id="note" label="–" refused={false}>
      <Input />
    </Field>
    <FieldGroup legend="Scopes" refused="Choose one.">
      <Checkboxes values={['read']} chosen={[]} label={(value) => value} onChange={noop} />
    </FieldGroup>
    <RadioGroup label="–" value={undefined} options={[]} refused="Choose a way." onChange={noop} />
  </Form>,
)
/** The tag with this attribute. */
const tag = (attribute: string) => shown.match(new RegExp(`<[^>]*${attribute}[^>]*>`))?.[0] ?? ''

describe('what was refused', () => {
  it('about a field, a group or a choice marks it and describes it', () => {
    expect(tag('id="name"')).toMatch(/aria-describedby="name-error" aria-invalid="true"/)
    expect(tag('type="checkbox"')).toMatch(/aria-describedby="[^"]+" aria-invalid="true"/)
    expect(tag('role="radiogroup"')).toMatch(/aria-invalid="true" aria-describedby="[^"]+"/)
    expect(tag('id="note"')).not.toContain('aria-invalid')
  })

  it('about no field is an alert above the fields', () => {
    expect(shown).toMatch(/^<form[^>]*><div[^>]*><div role="alert".*Nothing was saved\..*Enter a name\./)
  })
})

/** The components with this in their code. */
const filesWith = (...patterns: RegExp[]) =>
  globSync('components/**/*.tsx')
    .filter((file) => !file.startsWith('components/ui/') && !file.endsWith('.test.tsx'))
    .filter((file) => patterns.every((pattern) => pattern.test(readFileSync(file, 'utf8'))))
    .sort()

describe('every form', () => {
  it('tells its fields what was refused, unless it checks while a person types or has a summary of its errors', () => {
    const errors = filesWith(/<Field\b[^<]*\serror=/)
    expect(errors.filter((file) => !file.startsWith('components/verifications/form/'))).toEqual([
      'components/users/code-form.tsx',
      'components/users/join-form.tsx',
      'components/users/sign-in-form.tsx',
    ])
  })

  it('leaves it to `Form` to say what is about no field', () => {
    // a link that leads nowhere has no form
    expect(filesWith(/<Form\b/, /<Banner kind="error"/)).toEqual(['components/users/join-form.tsx'])
  })
})
