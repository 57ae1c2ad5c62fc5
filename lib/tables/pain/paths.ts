/** The element of a message. Before version 03, it had the name of its schema. */
export const MESSAGES = ['CstmrCdtTrfInitn', 'pain.001.001.02']
export const ORDER = 'CdtTrfTxInf'
/** The elements of signatures (XML-DSig), and of containers with hashes. */
export const SIGNATURES = ['Signature', 'HashValue']
export const USTRD = 'RmtInf/Ustrd'
export const AMOUNTS = ['Amt/InstdAmt', 'Amt/EqvtAmt/Amt']
/** What a payment is for: the first that has a text. */
export const REMITTANCE = [USTRD, 'RmtInf/Strd/CdtrRefInf/Ref', 'RmtInf/Strd/CdtrRefInf/CdtrRef']
/** The execution date of a batch: the first that has a text. */
export const DATES = ['ReqdExctnDt/Dt', 'ReqdExctnDt/DtTm', 'ReqdExctnDt']

/** The numbers of an account, such as `CdtrAcct`, that aren't IBANs. */
export const otherAccountsOf = (account: string): string[] =>
  ['Othr/Id', 'BBAN', 'PrtryAcct/Id'].map((path) => `${account}/Id/${path}`)
/** Those of the payee. */
export const OTHER_ACCOUNTS = otherAccountsOf('CdtrAcct')
/** Every number of an account: the IBAN first. */
export const accountsOf = (account: string): string[] => [`${account}/Id/IBAN`, ...otherAccountsOf(account)]
/** The BIC of a bank, such as `CdtrAgt`. */
export const agentsOf = (agent: string): string[] =>
  ['BICFI', 'BIC', 'AnyBIC'].map((name) => `${agent}/FinInstnId/${name}`)

/** The paths that are read in a GrpHdr, in a PmtInf and in an order. */
const HEAD = ['MsgId', 'CreDtTm', 'NbOfTxs', 'CtrlSum']
const BATCH = [
  ...['PmtInfId', 'PmtMtd', 'NbOfTxs', 'CtrlSum', ...DATES],
  ...['Dbtr/Nm', ...accountsOf('DbtrAcct'), ...agentsOf('DbtrAgt')],
]
const ORDER_PATHS = [
  ...['PmtId/EndToEndId', 'PmtId/InstrId', 'PmtId/UETR', ...AMOUNTS],
  ...['Cdtr/Nm', ...accountsOf('CdtrAcct'), ...agentsOf('CdtrAgt')],
  ...['UltmtCdtr/Nm', 'ChqInstr', ...REMITTANCE],
]

/**
 * Whether an element outside of the messages means that the file also holds other payments or messages, such as direct
 * debits.
 */
export const isOtherMessage = (name: string, parent: string | undefined): boolean =>
  name === ORDER || name === 'DrctDbtTxInf' || (parent === 'Document' && !SIGNATURES.includes(name))

/** A tree of element names, which leads to the paths above. */
export type PathStep = { path: string; name: string; read: boolean; next: Map<string, PathStep> }

function stepsOf(paths: string[]): PathStep {
  const root: PathStep = { path: '', name: '', read: false, next: new Map() }
  for (const path of paths) {
    let step = root
    for (const name of path.split('/')) {
      const next = step.next.get(name) ?? {
        path: step.path === '' ? name : `${step.path}/${name}`,
        name,
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
