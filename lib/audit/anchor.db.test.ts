import path from 'node:path'
import { expect, it } from 'vitest'
import { anchorFile } from './anchor.server'

it("the anchors of tests aren't those of an office on the same machine, which would find its chain broken", () => {
  expect(path.relative('.data', anchorFile())).toMatch(/^\.\./)
})
