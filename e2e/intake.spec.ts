import type { Page } from '@playwright/test'
import { findViolations } from './support/axe'
import { tabTo } from './support/keyboard'
import { expect, test } from './support/office'
import { recheckAllRows } from './support/recheck'

/** Three errors that a person can fix, and two rows that cannot be fixed. */
const FILE = [
  'Kreditor;Konto des Empfängers;Beleg',
  'Boulangerie Martin SARL;FR7630006000011234567890189;R-1',
  'Uwe Bauer;DE8937O400440532013000;R-2',
  'Łukasz Nowak;PL61109010140000071219812874;R-3',
  ';NL91ABNA0417164300;R-4',
  'Giulia Bianchi;IT60X0542811101000000123465;R-5',
  'Nobody Known;;R-6',
  'Somebody Else;XX12;R-7',
].join('\r\n')

async function readUploads(page: Page, file: string): Promise<unknown[]> {
  const { items } = await (await page.request.get('/api/uploads?size=50')).json()
  return items.filter(({ fileName }: { fileName: string }) => fileName === file)
}

test.describe('without a mouse', () => {
  test.use({ role: 'analyst' })

  test('columns are matched, three rows fixed, one undone, the rest skipped, and the file is sent', async ({
    page,
  }) => {
    const leaks: string[] = []
    page.on('request', (request) => {
      const body = request.postDataBuffer()?.toString('latin1') ?? ''
      if (/FR76|Boulangerie/.test(body + request.url())) leaks.push(request.url())
    })
    const before = await readUploads(page, 'payees.csv')
    await page.goto('/bulk/new')
    const chooser = page.waitForEvent('filechooser')
    await tabTo(page.getByRole('button', { name: 'Choose file' }))
    await page.keyboard.press('Enter')
    await (await chooser).setFiles({ name: 'payees.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) })
    await expect(page.getByRole('heading', { name: 'What we found' })).toBeVisible()
    await expect(page.getByRole('status').last(), 'announced').toContainText('payees.csv')
    await page.keyboard.press('Control+Enter')

    await expect(page.getByRole('heading', { level: 1, name: 'Match columns' })).toBeFocused()
    await tabTo(page.getByRole('combobox', { name: 'Meaning of column Beleg' }))
    const meaning = page.getByRole('combobox', { name: 'Meaning of column Beleg' })
    // upwards from the end, because each option on the way is taken from the column that has it
    await page.keyboard.press('End')
    while ((await meaning.inputValue()) !== 'reference') await page.keyboard.press('ArrowUp')
    for (const [column, means] of [
      ['Kreditor', 'name'],
      ['Konto des Empfängers', 'iban'],
    ] as const) {
      await expect(page.getByRole('combobox', { name: `Meaning of column ${column}` })).toHaveValue(means)
    }
    await page.keyboard.press('Control+Enter')

    await expect(page.getByRole('heading', { level: 1, name: 'Fix rows' })).toBeFocused()
    const errors = page.getByRole('button', { name: /^Errors/ })
    await expect(errors).toHaveText(/5/)

    // continuing too early shows only the rows with errors
    await page.getByRole('button', { name: /^All rows/ }).press('Enter')
    await expect(errors).toHaveAttribute('aria-pressed', 'false')
    // one click opens a value, as voice control and a screen reader press it, and Esc returns to it
    const value = page.getByRole('button', { name: 'Łukasz Nowak' })
    await value.click()
    await page.getByRole('textbox', { name: 'Account holder name, row 3' }).press('Escape')
    await expect(value).toBeFocused()
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('5 rows have errors. Fix or skip them.')).toBeVisible()
    await expect(errors).toHaveAttribute('aria-pressed', 'true')

    // Esc resets a cell
    const wrong = page.getByRole('textbox', { name: 'IBAN, row 7' })
    await wrong.fill('XX99')
    await wrong.press('Escape')
    await expect(wrong).toHaveValue('XX12')

    // a quick fix, and the next row with Ctrl Enter
    await tabTo(page.getByRole('button', { name: 'Use 0' }))
    await page.keyboard.press('Enter')
    await expect(errors).toHaveText(/4/)
    await expect(page.getByRole('textbox', { name: 'IBAN, row 2' })).toHaveValue(
      'DE89 3704 0044 0532 0130 00',
    )
    await tabTo(page.getByRole('textbox', { name: 'Account holder name, row 4' }))
    await page.keyboard.type('Jan de Boer')
    await page.keyboard.press('Control+Enter')
    await expect(errors).toHaveText(/3/)
    await expect(page.getByRole('textbox', { name: 'IBAN, row 5' })).toBeFocused()
    await expect(page.getByRole('textbox', { name: 'IBAN, row 5' })).toHaveAccessibleDescription(
      /These are guesses: compare them with the invoice/,
    )
    await page.keyboard.press('Control+A')
    await page.keyboard.type('IT60X0542811101000000123456')
    await page.keyboard.press('Enter')
    await expect(errors).toHaveText(/2/)
    await expect(page.getByRole('textbox', { name: 'IBAN, row 5' })).toBeVisible()

    await page.keyboard.press('Control+z')
    await expect(errors).toHaveText(/3/)
    await tabTo(page.getByRole('button', { name: 'Skip 3 rows' }))
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+Enter')

    await expect(page.getByRole('heading', { level: 1, name: 'Send for checking' })).toBeFocused()
    await expect(page.getByText('4, 3 skipped')).toBeVisible()
    expect(leaks, 'no row leaves the tab before Send').toEqual([])
    await page.keyboard.press('Control+Enter')
    await page.keyboard.press('Control+Enter')
    await page.waitForURL(/\/bulk\/[0-9a-f-]{36}$/)
    const sent = await readUploads(page, 'payees.csv')
    expect(sent).toHaveLength(before.length + 1)
    expect(sent[0]).toMatchObject({ total: 4, notSent: 3, fileRows: 7 })
  })

  test('the same file is recognised, its columns are remembered, and fixes survive a reload', async ({
    page,
  }) => {
    await page.goto('/bulk/new')
    await page
      .getByLabel('Choose file')
      .setInputFiles({ name: 'renamed.txt', mimeType: 'text/plain', buffer: Buffer.from(FILE) })
    await expect(page.getByText(/^This file was uploaded on/)).toBeVisible()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Fix 1 row' }).click()
    await expect(page.getByRole('button', { name: /^Errors/ })).toHaveText(/4/)
    await page.reload()
    await expect(page.getByRole('button', { name: /^Errors/ })).toHaveText(/4/)
  })
})

test.describe('pasted rows', () => {
  test.use({ role: 'analyst' })

  test('are read like a file', async ({ page }) => {
    await page.goto('/bulk/new')
    await page.getByText('Paste rows', { exact: true }).first().click()
    await page
      .getByRole('textbox', { name: 'Paste rows' })
      .fill('Jean Dupont\tFR7630006000011234567890189\nNord GmbH\tDE89370400440532013000')
    await page.getByRole('button', { name: 'Read rows' }).click()
    await expect(page.getByRole('main').getByText(/^Pasted rows\.tsv, 2 rows/)).toBeVisible()
  })

  test('in the form of a single check are offered as a file, which opens in the wizard', async ({ page }) => {
    await page.goto('/check')
    const iban = page.getByRole('textbox', { name: 'IBAN' })
    await iban.focus()
    await iban.evaluate((field) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', 'A B;FR7630006000011234567890189\nC D;DE89370400440532013000')
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    await page.getByRole('button', { name: 'Check these 2 rows as a file' }).click()
    await page.waitForURL(/\/bulk\/new$/)
    await expect(page.getByRole('main').getByText(/^pasted\.csv, 2 rows/)).toBeVisible()
  })
})

test.describe('a slow file', () => {
  test.use({ role: 'analyst' })

  test('shows that it is being read, and can be cancelled', async ({ page }) => {
    // a worker that is busy and receives no messages
    await page.addInitScript(() => {
      window.Worker = class extends EventTarget {
        postMessage() {}
        terminate() {}
      } as unknown as typeof Worker
    })
    await page.goto('/bulk/new')
    await page
      .getByLabel('Choose file')
      .setInputFiles({ name: 'payees.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) })
    await expect(page.getByRole('progressbar', { name: 'Reading file' })).toBeVisible()
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.waitForURL(/\/bulk$/)
  })
})

test.describe('a person who asked for a notification', () => {
  test.use({ role: 'analyst' })

  test('gets it once on any page when the upload is done, and opens the upload from it', {
    tag: '@long',
  }, async ({ page }) => {
    await page.goto('/bulk/new')
    await page
      .getByLabel('Choose file')
      .setInputFiles({ name: 'told.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) })
    await expect(page.getByRole('main').getByText(/^told\.csv, 7 rows/)).toBeVisible()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: /^Skip \d rows$/ }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('checkbox', { name: 'Notify me when it’s done' }).check()
    await page.getByRole('button', { name: /^Send \d rows$/ }).click()
    await page.waitForURL(/\/bulk\/[0-9a-f-]{36}$/)
    const upload = page.url()
    await recheckAllRows(page)
    await page.goto('/check')
    await expect(page.locator('[data-sonner-toast]', { hasText: 'told is done.' })).toBeVisible({
      timeout: 60_000,
    })
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await page.waitForURL(upload)
    await page.goto('/check')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('accord:tell'))).toBe('[]')
  })
})

/** Expects no axe violations and no horizontal scrolling, on a narrow screen and on a wide one. */
async function expectAccessibleStep(page: Page, step: string): Promise<void> {
  // tall enough for everything: axe would report a target half hidden by the footer, which people can scroll
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 4_000 })
    expect(await findViolations(page), `${step}, ${width} px`).toEqual([])
    const over = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(over, `${step}, ${width} px: horizontal overflow`).toBeLessThanOrEqual(0)
  }
}

test.describe('every step', () => {
  test.use({ role: 'analyst' })

  test('is accessible in French, many rows are changed at once, and changes are listed', {
    tag: '@long',
  }, async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: 'locale', value: 'fr', url: baseURL ?? '' }])
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/bulk/new')
    await page
      .getByLabel('Parcourir')
      .setInputFiles({ name: 'tiers.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) })
    await expect(page.getByRole('main').getByText(/^tiers\.csv, 7 lignes/)).toBeVisible()
    await expectAccessibleStep(page, 'file')
    await page.getByRole('button', { name: 'Continuer' }).click()
    await expect(page.getByRole('combobox').first()).toBeVisible()
    await expectAccessibleStep(page, 'columns')
    await page.getByRole('button', { name: 'Continuer' }).click()
    await expect(page.getByRole('textbox', { name: /IBAN/ }).first()).toBeVisible()
    await expectAccessibleStep(page, 'rows')
    await page.getByRole('button', { name: /^Toutes/ }).click()
    await page.getByText('Modifier plusieurs lignes').click()
    await page.getByRole('textbox', { name: 'Rechercher' }).fill('boulangerie')
    await page.getByRole('textbox', { name: 'Remplacer par' }).fill('Maison')
    await page.getByRole('button', { name: 'Remplacer dans les lignes affichées' }).click()
    await expect(page.getByText('1 ligne modifiée.').first()).toBeVisible()
    await page.getByRole('button', { name: /^Ignorer \d+ lignes/ }).click()
    await page.getByRole('button', { name: 'Continuer' }).click()
    await page.getByText('Vos modifications').first().click()
    await expect(page.getByRole('cell', { name: 'Maison Martin SARL' })).toBeVisible()
    await expect(page.getByRole('checkbox', { name: 'M’avertir quand c’est terminé' })).toBeVisible()
    await expectAccessibleStep(page, 'send')
  })

  test('a file dropped on the list of uploads opens in the wizard', async ({ page }) => {
    await page.goto('/bulk')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.evaluate((text) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([text], 'dropped.csv', { type: 'text/csv' }))
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    }, FILE)
    await page.waitForURL((url) => url.pathname === '/bulk/new')
    await expect(page.getByRole('main').getByText(/^dropped\.csv, 7 rows/)).toBeVisible()
  })
})

test.describe('a sample file', () => {
  test.use({ role: 'analyst' })

  test('opens in the wizard with one click in any format; a template is downloaded', async ({ page }) => {
    const samples = [
      ['Payment file (pain.001)', 'accord-sample.xml'],
      ['CSV with problems', 'accord-sample.csv'],
      ['Excel', 'accord-sample.xlsx'],
    ] as const
    for (const [sample, name] of process.env.LONG ? samples : samples.slice(0, 1)) {
      await page.goto('/bulk/new')
      await page.getByRole('button', { name: sample }).click()
      await expect(page.getByRole('heading', { name: 'What we found' })).toBeVisible()
      await expect(page.getByText(name).first()).toBeVisible()
      await page.getByRole('button', { name: 'Discard' }).click()
      await page.getByRole('button', { name: 'Discard upload' }).click()
      await page.waitForURL('/bulk')
    }
    await page.goto('/bulk/new')
    const saved = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Excel' }).click()
    expect((await saved).suggestedFilename()).toMatch(/^(accord-template|modele-accord)\.xlsx$/)
  })
})
