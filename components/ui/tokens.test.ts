import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

type Tokens = Record<string, [l: number, c: number, h: number]>

const css = readFileSync('app/tokens.css', 'utf8')
const dark = css.indexOf('[data-theme="dark"] {')
const themes: Record<string, Tokens> = { light: read(css.slice(0, dark)), dark: read(css.slice(dark)) }

function read(block: string): Tokens {
  const lines = block.matchAll(/--([\w-]+): oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\);/g)
  return Object.fromEntries(
    [...lines].map(([, name, l, c, h]) => [name, [Number(l) / 100, Number(c), Number(h)]]),
  )
}

it('the dark theme is for screens: nobody prints light text on black paper', () => {
  expect(css).toContain('@media screen {\n  [data-theme="dark"] {')
})

/** OKLCH to linear sRGB (Ottosson's matrices). */
function linear([l, c, h]: [number, number, number]): [number, number, number] {
  const angle = (h * Math.PI) / 180
  const [a, b] = [c * Math.cos(angle), c * Math.sin(angle)]
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}

/** As painted by a browser: gamma, eight bits. */
const painted = (token: [number, number, number]) =>
  linear(token).map((v) => {
    const clamped = Math.min(Math.max(v, 0), 1)
    return Math.round(255 * (clamped <= 0.0031308 ? 12.92 * clamped : 1.055 * clamped ** (1 / 2.4) - 0.055))
  })

const luminance = (token: [number, number, number]) => {
  const [r = 0, g = 0, b = 0] = painted(token).map((v) =>
    v / 255 <= 0.04045 ? v / 3294.6 : ((v / 255 + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

const KINDS = ['match', 'close', 'nomatch', 'unver', 'failed', 'invalid', 'pending', 'running']
const SURFACES = ['surface', 'surface-2', 'surface-3', 'canvas']

type Pair = [front: string, back: string, least: number]
const pairs: Pair[] = [
  ...SURFACES.flatMap((back) =>
    ['fg', 'fg-muted', 'fg-subtle', 'accent'].map((front): Pair => [front, back, 4.5]),
  ),
  ...['primary', 'primary-hover'].map((back): Pair => ['on-primary', back, 4.5]),
  ['on-danger', 'danger', 4.5],
  ...['fg', 'fg-muted', 'fg-subtle'].map((front): Pair => [front, 'accent-soft', 4.5]),
  ...['surface', 'surface-2'].map((back): Pair => ['danger', back, 4.5]),
  ...['surface', 'surface-2', 'canvas'].map((back): Pair => ['border-control', back, 3]),
  ...['surface', 'surface-2', 'canvas', 'accent-soft'].map((back): Pair => ['accent', back, 3]),
  ...KINDS.flatMap((kind): Pair[] => [
    ...[`${kind}-soft`, 'surface', 'surface-2', 'surface-3', 'accent-soft'].map(
      (back): Pair => [`${kind}-fg`, back, 4.5],
    ),
    ['fg', `${kind}-soft`, 4.5],
    ['fg-muted', `${kind}-soft`, 4.5],
    // the empty track of a bar has no meaning
    ...(kind === 'pending' ? [] : [[`${kind}-solid`, 'surface', 3] as Pair]),
  ]),
]

describe.each(Object.entries(themes))('the %s theme', (_, tokens) => {
  const token = (name: string) => tokens[name] ?? [Number.NaN, 0, 0]
  const ratio = (front: string, back: string) => {
    const [low = 0, high = 0] = [luminance(token(front)), luminance(token(back))].sort((a, b) => a - b)
    return (high + 0.05) / (low + 0.05)
  }

  it('has sufficient contrast for every pair (WCAG 2: 4.5 for text, 3 for controls and graphics)', () => {
    expect(pairs.length).toBe(94)
    const poor = pairs.filter(([front, back, least]) => !(ratio(front, back) >= least))
    expect(poor.map(([front, back]) => `${front} on ${back}: ${ratio(front, back).toFixed(2)}`)).toEqual([])
  })

  it('stays inside sRGB, so that browsers need no gamut mapping', () => {
    const outside = Object.entries(tokens).filter(([, value]) =>
      linear(value).some((v) => v < -0.0005 || v > 1.0005),
    )
    expect(outside.map(([name]) => name)).toEqual([])
  })
})

it('both themes have the same tokens', () => {
  expect(Object.keys(themes.dark ?? {})).toEqual(Object.keys(themes.light ?? {}))
  expect(Object.keys(themes.light ?? {}).length).toBeGreaterThan(40)
})

it('a link in a sentence is recognised by more than its colour', () => {
  expect(readFileSync('app/globals.css', 'utf8')).toMatch(/\bp a \{\s*text-decoration: underline;/)
})
