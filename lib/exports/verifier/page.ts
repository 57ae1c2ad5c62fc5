import { type Files, readZip } from './unzip'
import {
  groupsOfFour,
  MANIFEST,
  paymentsWords,
  rowsWords,
  simulatedAs,
  type Verdict,
  verifyPack,
} from './verify'

/**
 * Inserted before this script by verifierPage (verifier-page.server.ts): the texts of the page and the key that
 * signs this installation's packs.
 */
type Words = Record<string, string>
type Setting = { expected: string | null; words: { en: Words; fr: Words } }

/** Runs the page. No data leaves it: its Content-Security-Policy forbids every connection. */
export function startPage({ expected, words }: Setting): void {
  const french = (navigator.language || 'en').toLowerCase().startsWith('fr')
  document.documentElement.lang = french ? 'fr' : 'en'
  const said = french ? words.fr : words.en
  const say = (key: string, values: Record<string, string> = {}) =>
    (said[key] ?? key).replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
  const at = (id: string) => document.getElementById(id) as HTMLElement
  for (const element of document.querySelectorAll<HTMLElement>('[data-say]'))
    element.textContent = say(element.dataset.say ?? '')
  document.title = say('title')
  if (expected) at('expected').textContent = groupsOfFour(expected)

  const show = (
    state: 'good' | 'unsure' | 'simulated' | 'bad' | 'busy',
    title: string,
    lines: [string, string][] = [],
  ) => {
    const box = at('verdict')
    box.className = state
    box.replaceChildren(make('h2', title))
    const list = make('dl', '')
    for (const [term, text] of lines) list.append(make('dt', term), make('dd', text))
    if (lines.length > 0) box.append(list)
  }
  const make = (name: string, text: string) => {
    const element = document.createElement(name)
    element.textContent = text
    return element
  }

  const showVerdict = (verdict: Verdict) => {
    const key: [string, string][] = verdict.fingerprint
      ? [[say('fingerprint'), groupsOfFour(verdict.fingerprint)]]
      : []
    if (verdict.genuine) {
      const { subject, createdAt, createdBy, files, audit } = verdict.manifest
      const rows = rowsWords(verdict.rows)
      const simulated = simulatedAs(verdict.manifest)
      const genuine = say(expected ? 'genuine' : 'genuineAnyKey')
      const title = simulated ? say(`simulated_${simulated}`) : genuine
      return show(simulated ? 'simulated' : expected ? 'good' : 'unsure', title, [
        ...(simulated ? [[say('itself'), genuine] as [string, string]] : []),
        [say('subject'), `${say(`subject_${subject.type}`)} ${subject.id}`],
        [say('made'), `${createdAt} · ${createdBy.name}`],
        [say('checked'), say('checkedText', { files: `${files.length}`, entries: `${audit.lines}` })],
        ...(rows ? [[say('rows'), say(rows.key, rows.values)] as [string, string]] : []),
        ...(verdict.payments
          ? [[say('releases'), say('releasesText', paymentsWords(verdict.payments))] as [string, string]]
          : []),
        ...(audit.removedBefore
          ? [[say('removed'), say('removedText', { time: audit.removedBefore })] as [string, string]]
          : []),
        ...key,
      ])
    }
    const { kind, path, seq, row } = verdict
    const what: [string, string][] = [[say('first'), say(`kind_${kind}`, { path, row: `${row}` })]]
    if (seq !== null) what.push([say('entry'), seq])
    show('bad', say('altered'), [...what, ...key])
  }

  const check = async (given: File[]) => {
    if (given.length === 0) return
    show('busy', say('busy'))
    try {
      const files = await filesOf(given)
      showVerdict(await verifyPack(files, expected))
    } catch {
      show('bad', say(isSecureContext ? 'unreadable' : 'insecure'))
    }
  }
  for (const id of ['pack', 'folder'])
    at(id).addEventListener('change', (event) => check([...((event.target as HTMLInputElement).files ?? [])]))
  document.addEventListener('dragover', (event) => event.preventDefault())
  document.addEventListener('drop', (event) => {
    event.preventDefault()
    check([...(event.dataTransfer?.files ?? [])])
  })
}

/** Files that file managers create in a folder when it is opened. */
const WRITTEN_BY_SYSTEMS = /(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini)$/

/** The files of the pack itself, or of its unpacked folder, with paths relative to manifest.json. */
async function filesOf(given: File[]): Promise<Files> {
  const [only] = given
  if (given.length === 1 && only && only.name !== MANIFEST) return readZip(await bytesOf(only))
  const pathOf = (file: File) => file.webkitRelativePath || file.name
  const manifest = given.map(pathOf).find((path) => path === MANIFEST || path.endsWith(`/${MANIFEST}`))
  const folder = (manifest ?? MANIFEST).slice(0, -MANIFEST.length)
  const files: Files = new Map()
  for (const file of given) {
    const path = pathOf(file)
    if (WRITTEN_BY_SYSTEMS.test(path)) continue
    files.set(path.startsWith(folder) ? path.slice(folder.length) : path, await bytesOf(file))
  }
  return files
}

const bytesOf = async (file: File): Promise<Uint8Array> => new Uint8Array(await file.arrayBuffer())
