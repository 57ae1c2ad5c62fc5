import { describe, expect, it } from 'vitest'
import { queryAsOwner } from '@/lib/platform/testing/database'
import { migrationsIn } from '../migrate.mjs'
import { repeatableIn } from './repeatable.mjs'

const files = repeatableIn('prisma/repeatable')
const DEFINED = /^CREATE (?:OR REPLACE )?(?:FUNCTION|TRIGGER) "?(\w+)/gim
const namesIn = (sql: string) => [...sql.matchAll(DEFINED)].map(([, name = '']) => name)

describe('functions and triggers', () => {
  it('are in one file per guarantee, with their name and the guarantee in the first line', () => {
    for (const { name, sql } of files) {
      expect(name).toMatch(/^\d\d_\w+$/)
      expect(sql).toMatch(new RegExp(`^-- ${name.slice(3)}: .+`))
      expect(namesIn(sql)[0]).toBe(name.slice(3))
    }
  })

  it('can be applied again: their files replace, and drop only what they create', () => {
    for (const { name, sql } of files) {
      const statements = sql
        .replace(/^--.*\n/gm, '')
        .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
        .split(/;\s*/)
        .filter(Boolean)
      const others = statements.filter(
        (one) =>
          !/^(?:CREATE OR REPLACE (?:FUNCTION|TRIGGER)|DROP FUNCTION IF EXISTS|REVOKE EXECUTE ON FUNCTION)\b/.test(
            one,
          ),
      )
      expect(others, name).toEqual([])
    }
  })

  it('are all in these files, each in one, because a file would replace the one in a migration', async () => {
    const there = await queryAsOwner<{ name: string }>(`
      select proname as name from pg_proc p where pronamespace = 'public'::regnamespace
         and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
      union all select tgname from pg_trigger t join pg_class c on c.oid = tgrelid
       where not tgisinternal and relnamespace = 'public'::regnamespace`)
    expect(files.flatMap(({ sql }) => namesIn(sql)).sort()).toEqual(there.map(({ name }) => name).sort())
    expect(migrationsIn('prisma/migrations').flatMap(({ sql }) => namesIn(sql))).toEqual([])
  })

  it('are used by no index, check or default, which replacing them would silently invalidate', async () => {
    const used = await queryAsOwner(`
      select p.proname as function, pg_describe_object(d.classid, d.objid, d.objsubid) as by
        from pg_depend d join pg_proc p on p.oid = d.refobjid and d.refclassid = 'pg_proc'::regclass
       where p.pronamespace = 'public'::regnamespace and d.classid <> 'pg_trigger'::regclass
         and not exists (select from pg_depend e where e.objid = p.oid and e.deptype = 'e')`)
    expect(used).toEqual([])
  })

  it('were applied exactly as in the files', async () => {
    const rows = await queryAsOwner('select name, checksum from _repeatable order by name collate "C"')
    expect(rows).toEqual(files.map(({ name, checksum }) => ({ name, checksum })))
  })
})
