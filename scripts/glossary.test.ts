// docs/glossary.md is generated from the glossary page (messages/en/glossary.json). After a change there: `npx vitest
// run --project unit scripts/glossary -u`.
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import english from '@/messages/en/glossary.json'
import { root } from './prepare/project.mjs'

type Term = { word: string; screen?: string; means: string }

const line = ({ word, screen, means }: Term) =>
  `| **${word}**${screen ? ` (screen: ${screen})` : ''} | ${means} |`

const page = `# Glossary

One word for one thing. These are the words of the code, the database, the API and the screen; where the screen uses another word for people, it is named. The office shows them at \`/glossary\`; both are made from \`messages/en/glossary.json\`.

| Word | Means |
|---|---|
${Object.values(english.terms).map(line).join('\n')}
`

describe('the glossary of the documentation', () => {
  it('has the same text as the glossary page', async () => {
    await expect(page).toMatchFileSnapshot(path.join(root, 'docs/glossary.md'))
  })
})
