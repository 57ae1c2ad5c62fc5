// Finds a Chromium for the browser tests without a download: CHROMIUM_PATH, the one inside an npm package, or the
// machine's.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import zlib from 'node:zlib'
import { cache, Problem, root } from '../prepare/project.mjs'

const PACKAGE = path.join(root, 'node_modules/@sparticuz/chromium')
const ARCHIVES = { lib: 'al2023.tar.br', fonts: 'fonts.tar.br', swiftshader: 'swiftshader.tar.br' }
const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const unpack = (name, to) =>
  pipeline(
    fs.createReadStream(path.join(PACKAGE, 'bin', name)),
    zlib.createBrotliDecompress(),
    fs.createWriteStream(to),
  )

/**
 * Without its own fonts configuration a bare machine renders text with zero width. It contains no path, because the
 * checkout may move.
 */
const FONT_LIST =
  '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>/usr/share/fonts</dir>' +
  '<dir prefix="relative">fonts</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>'

async function unpackBrowser(folder) {
  const temporary = `${folder}.${process.pid}`
  fs.mkdirSync(temporary, { recursive: true })
  await unpack('chromium.br', path.join(temporary, 'chromium'))
  for (const [name, archive] of Object.entries(ARCHIVES)) {
    await unpack(archive, path.join(temporary, `${name}.tar`))
    const { status, stderr } = spawnSync('tar', ['xf', `${name}.tar`], { cwd: temporary })
    if (status !== 0) throw new Problem(`The browser could not be unpacked: ${stderr}`)
    fs.rmSync(path.join(temporary, `${name}.tar`))
  }
  fs.writeFileSync(path.join(temporary, 'fonts.conf'), FONT_LIST)
  fs.chmodSync(path.join(temporary, 'chromium'), 0o755)
  try {
    // a folder without the program is left over, such as the font cache of a copy; remove it
    if (!fs.existsSync(path.join(folder, 'chromium'))) fs.rmSync(folder, { recursive: true, force: true })
    fs.renameSync(temporary, folder)
  } catch {
    fs.rmSync(temporary, { recursive: true, force: true }) // another run was first
  }
}

/** @returns {Promise<{ executablePath: string, env: Record<string, string> }>} the launch options for Playwright */
export async function chromiumOptions() {
  if (process.env.CHROMIUM_PATH) return { executablePath: process.env.CHROMIUM_PATH, env: {} }
  if (process.platform === 'linux' && process.arch === 'x64') {
    const { version } = JSON.parse(fs.readFileSync(path.join(PACKAGE, 'package.json'), 'utf8'))
    const folder = path.join(cache, `chromium-${version}`)
    if (!fs.existsSync(path.join(folder, 'chromium'))) await unpackBrowser(folder)
    const env = {
      LD_LIBRARY_PATH: path.join(folder, 'lib'),
      FONTCONFIG_FILE: path.join(folder, 'fonts.conf'),
    }
    return { executablePath: path.join(folder, 'chromium'), env }
  }
  const executablePath = INSTALLED.find((file) => fs.existsSync(file))
  if (executablePath) return { executablePath, env: {} }
  throw new Problem('The browser tests need a Chromium: set CHROMIUM_PATH to its program.')
}
