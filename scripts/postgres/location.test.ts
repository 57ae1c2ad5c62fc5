import { describe, expect, it } from 'vitest'
import { refuseShellCharacters } from './location.mjs'

const [native, home] = ['/srv/accord/node_modules/pg/native', '/srv/data/postgres']

describe('the folders of PostgreSQL, which pg_ctl gives to a shell', () => {
  it.each(['"', '$', '`', '\\'])(
    'have no %s in their name, and the refusal names the repair',
    (character) => {
      const folder = `/srv/my${character}folder`
      const why = `PostgreSQL can't run in a folder with one of the characters " $ \` \\ in its name: ${folder}\n`
      expect(() => refuseShellCharacters({ native, home: folder })).toThrow(
        `${why}Set DATA_DIR to another one.`,
      )
      expect(() => refuseShellCharacters({ native: folder, home })).toThrow(
        `${why}Move Accord to another one.`,
      )
    },
  )

  it('may have spaces, apostrophes and letters of any language', () => {
    expect(() => refuseShellCharacters({ native, home: "/srv/Zoë's #1 & 100 % (日本)" })).not.toThrow()
  })
})
