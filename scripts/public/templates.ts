import { writeCsv } from '@/lib/tables/write/write-csv'
import { textSheet, type XlsxSheet } from './workbook'

/** Made-up people with the example IBANs of the IBAN registry. */
const EXAMPLES = [
  ['Atelier Nord SAS', 'FR1420041010050500013M02606', 'S-1001', ''],
  ['Jane Example', 'DE89370400440532013000', 'S-1002', ''],
]
const EMPTY = Array.from({ length: 200 }, () => ['', '', '', ''])

type Template = { sheet: string; help: string; columns: [name: string, help: string][]; helpHead: string[] }

/** By file name, which the page takes from the message `intake.file.templateName`. */
export const TEMPLATES: Record<string, Template> = {
  'accord-template': {
    sheet: 'Payees',
    help: 'Columns',
    helpHead: ['Column', 'What to enter'],
    columns: [
      ['Account holder name', 'Required. The name as the account holder gave it, at most 140 characters.'],
      ['IBAN', 'Required. With or without spaces. Keep the cells formatted as text.'],
      ['Reference', 'Optional. Your own number, returned with the result.'],
      ['Note', 'Optional. Kept with the check.'],
    ],
  },
  'modele-accord': {
    sheet: 'Bénéficiaires',
    help: 'Colonnes',
    helpHead: ['Colonne', 'Que saisir'],
    columns: [
      ['Nom du titulaire', 'Obligatoire. Le nom tel que le titulaire l’a donné, 140 caractères au plus.'],
      ['IBAN', 'Obligatoire. Avec ou sans espaces. Gardez les cellules au format texte.'],
      ['Référence', 'Facultatif. Votre numéro, rendu avec le résultat.'],
      ['Note', 'Facultatif. Gardée avec la vérification.'],
    ],
  },
}

const headOf = ({ columns }: Template) => columns.map(([name]) => name)

/** UTF-8 with a byte order mark, separated by semicolons, which European spreadsheets accept. */
export const templateCsv = (template: Template) => `\uFEFF${writeCsv([headOf(template), ...EXAMPLES])}`

/** Cells formatted as text, and a second sheet that explains the columns. */
export const templateSheets = (template: Template): XlsxSheet[] => [
  textSheet(template.sheet, [36, 36, 18, 30], [headOf(template), ...EXAMPLES, ...EMPTY]),
  textSheet(template.help, [24, 80], [template.helpHead, ...template.columns]),
]
