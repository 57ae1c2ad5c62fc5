/** A page that shows the tables of schema.prisma and how they refer to each other. */

type Field = { name: string; column: string; type: string; optional: boolean; rest: string }
type Model = { name: string; table: string; about: string; fields: Field[]; body: string }

const MODEL = /((?:^\/\/\/.*\n)*)^model (\w+) \{\n([\s\S]*?)^\}/gm
const FIELD = /^ {2}(\w+) +(\w+)(?:\[\])?(\?)?(.*)$/gm

const listOf = (text = '') => text.split(',').map((name) => name.trim())

function modelsIn(schema: string): Model[] {
  return [...schema.matchAll(MODEL)].map(([, about = '', name = '', body = '']) => ({
    name,
    table: /@@map\("(\w+)"\)/.exec(body)?.[1] ?? name,
    about: about
      .replace(/^\/\/\/ ?/gm, '')
      .trim()
      .replaceAll('\n', ' '),
    body,
    fields: [...body.matchAll(FIELD)].map(([, field = '', type = '', optional, rest = '']) => ({
      name: field,
      column: /@map\("(\w+)"\)/.exec(rest)?.[1] ?? field,
      type,
      optional: optional === '?',
      rest,
    })),
  }))
}

const fieldOf = (model: Model, name: string) => model.fields.find((field) => field.name === name)

/** The fields that say which row it is. */
const keyOf = (model: Model) =>
  listOf(
    /@@id\(\[(.+?)\]/.exec(model.body)?.[1] ?? model.fields.find(({ rest }) => / @id\b/.test(rest))?.name,
  )

/** The references of a table: through which field, to which model. */
const referencesOf = (model: Model) =>
  model.fields.flatMap(({ type, rest }) => {
    const via = fieldOf(model, listOf(/@relation\(.*?fields: \[(.+?)\]/.exec(rest)?.[1])[0] ?? '')
    return via ? [{ via, to: type }] : []
  })

function entity(model: Model): string[] {
  const key = keyOf(model)
  const references = referencesOf(model).map(({ via }) => via.name)
  const shown = model.fields.filter(({ name }) => key.includes(name) || references.includes(name))
  const lines = shown.map(({ name, type, column }) => {
    const marks = [key.includes(name) ? 'PK' : '', references.includes(name) ? 'FK' : ''].filter(Boolean)
    return `    ${type} ${column} ${marks.join(', ')}`
  })
  return [`  ${model.table} {`, ...lines, '  }']
}

function relations(model: Model, models: Model[]): string[] {
  const key = keyOf(model)
  return referencesOf(model).map(({ via, to }) => {
    const table = models.find(({ name }) => name === to)?.table
    const single = / @unique\b/.test(via.rest) || (key.length === 1 && key[0] === via.name)
    return `  ${table} ${via.optional ? '|o' : '||'}--${single ? 'o|' : 'o{'} ${model.table} : ${via.column}`
  })
}

/** @param schema the text of schema.prisma @returns the page, as Markdown with a Mermaid diagram */
export function tablesPage(schema: string): string {
  const models = modelsIn(schema).sort((a, b) => (a.table < b.table ? -1 : 1))
  return `# Tables

Generated from \`prisma/schema.prisma\`, which has every column. The diagram shows only keys and references; a line ends at the table that refers. Some IDs have no foreign key on purpose, because the row they name may be deleted first.

\`\`\`mermaid
erDiagram
${models.flatMap((model) => relations(model, models)).join('\n')}
${models.flatMap(entity).join('\n')}
\`\`\`

| Table | What a row is |
|---|---|
${models.map(({ table, about }) => `| \`${table}\` | ${about} |`).join('\n')}
`
}
