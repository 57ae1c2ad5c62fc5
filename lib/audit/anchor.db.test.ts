import path from 'node:path'
import { expect, it } from 'vitest'
import { anchorFile } from './anchor.server'

it("tests don't write to the anchor file of an installation on the same machine, whose chain would seem broken", () => {
  expect(path.relative('.data', anchorFile())).toMatch(/^\.\./)
})
