/** The element of a message. Before version 03, it had the name of its schema. */
export const MESSAGES = ['CstmrCdtTrfInitn', 'pain.001.001.02']
export const ORDER = 'CdtTrfTxInf'
/** The elements of signatures (XML-DSig), and of containers with hashes. */
export const SIGNATURES = ['Signature', 'HashValue']
export const USTRD = 'RmtInf/Ustrd'
export const AMOUNTS = ['Amt/InstdAmt', 'Amt/EqvtAmt/Amt']
/** The paths below an account, such as `CdtrAcct`. */
export const OTHER_ACCOUNTS = ['Id/Othr/Id', 'Id/BBAN', 'Id/PrtryAcct/Id']
export const ACCOUNTS = ['Id/IBAN', ...OTHER_ACCOUNTS]

/** The paths that are read in a GrpHdr, in a PmtInf and in an order. */
const HEAD = ['MsgId', 'CreDtTm', 'NbOfTxs', 'CtrlSum']
const BATCH = [
  ...['PmtInfId', 'PmtMtd', 'NbOfTxs', 'CtrlSum', 'ReqdExctnDt', 'ReqdExctnDt/Dt', 'ReqdExctnDt/DtTm'],
  ...['Dbtr/Nm', ...ACCOUNTS.map((account) => `DbtrAcct/${account}`)],
  ...['BIC', 'BICFI', 'AnyBIC'].map((name) => `DbtrAgt/FinInstnId/${name}`),
]
const ORDER_PATHS = [
  ...['PmtId/EndToEndId', 'PmtId/InstrId', 'PmtId/UETR', ...AMOUNTS],
  ...['Cdtr/Nm', ...ACCOUNTS.map((account) => `CdtrAcct/${account}`)],
  ...['UltmtCdtr/Nm', 'ChqInstr', USTRD, 'RmtInf/Strd/CdtrRefInf/Ref', 'RmtInf/Strd/CdtrRefInf/CdtrRef'],
]

/**
 * Whether an element outside of the messages means that the file also holds other payments or messages, such as direct
 * debits.
 */
export const isOther = (name: string, parent: string | undefined): boolean =>
  name === ORDER || name === 'DrctDbtTxInf' || (parent === 'Document' && !SIGNATURES.includes(name))

/** A tree of element names, which leads to the paths above. */
export type PathStep = { path: string; read: boolean; next: Map<string, PathStep> }

function stepsOf(paths: string[]): PathStep {
  const root: PathStep = { path: '', read: false, next: new Map() }
  for (const path of paths) {
    let step = root
    for (const name of path.split('/')) {
      const next = step.next.get(name) ?? {
        path: step.path === '' ? name : `${step.path}/${name}`,
        read: false,
        next: new Map(),
      }
      step.next.set(name, next)
      step = next
    }
    step.read = true
  }
  return root
}

/** The root of the tree for each part of a file. */
export const PATH_STEPS = { head: stepsOf(HEAD), batch: stepsOf(BATCH), order: stepsOf(ORDER_PATHS) }
