// docs/tables.md is made from schema.prisma. After a change there: `npm run tables`.
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { tablesPage } from './diagram'

const schema = fs.readFileSync(path.join(import.meta.dirname, 'schema.prisma'), 'utf8')
const page = tablesPage(schema)

describe('the page of tables', () => {
  it('is that of the schema', async () => {
    await expect(page).toMatchFileSnapshot('../docs/tables.md')
  })

  it('draws every reference, and says of every table what a row is', () => {
    expect(page.match(/--o/g)).toHaveLength(schema.match(/@relation\(.*fields:/g)?.length ?? 0)
    expect(page.match(/^ {2}\w+ \{$/gm)).toHaveLength(schema.match(/^model /gm)?.length ?? 0)
    expect(page).not.toMatch(/\| {2}\|$/m)
    expect(page).not.toContain('undefined')
  })
})
