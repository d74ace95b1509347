import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as ts from 'typescript'
import { catalogs, languageFor, sayingIn } from '../../../../src/server/text/i18n/languages'

const root = resolve(__dirname, '../../../..')
const english: Readonly<Record<string, string>> = catalogs.en
const others = Object.entries(catalogs).filter(([tag]) => tag !== 'en')

const namesIn = (text: string) =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort()
const stemOf = (key: string) => key.replace(/_(?:zero|one|two|few|many|other)$/, '')

describe('catalogs', () => {
  it.each(others)(
    'have the same texts in %s, with each plural form of the language',
    (tag, texts) => {
      const forms = new Intl.PluralRules(tag).resolvedOptions().pluralCategories
      const wanted = Object.keys(english).flatMap((key) =>
        key === stemOf(key) ? [key] : forms.map((form) => `${stemOf(key)}_${form}`),
      )
      expect(Object.keys(texts).sort()).toEqual([...new Set(wanted)].sort())
    },
  )

  it.each(others)('have the same values in %s', (_tag, texts) => {
    for (const [key, text] of Object.entries(texts)) {
      const original = english[key] ?? english[`${stemOf(key)}_other`] ?? ''
      // A text for exactly one may leave out the count.
      const isOne = key.endsWith('_one')
      const counted = (names: (string | undefined)[]) =>
        isOne ? names.filter((name) => name !== 'count') : names
      expect([key, counted(namesIn(text))]).toEqual([key, counted(namesIn(original))])
    }
  })

  it('have no empty text, and none with blanks around it', () => {
    for (const texts of Object.values(catalogs)) {
      expect(Object.values(texts).filter((text) => text.trim() !== text || text === '')).toEqual([])
    }
  })

  it('insert values unchanged', () => {
    const who = '$t(welcome.topic) {{count}} $& <b> @**all**'
    expect(sayingIn('en')('resolve.resolved', { who })).toBe(
      `${who} has marked this topic as resolved.`,
    )
  })

  it('use the plural forms of the language', () => {
    const say = (tag: string, count: number) =>
      sayingIn(tag)('move.messagesHere', { count, place: 'P', who: 'W' })
    expect(say('en', 1)).toBe('A message was moved here from P by W.')
    expect(say('de', 2)).toBe('2 Nachrichten wurden von W aus P hierher verschoben.')
    expect(say('fr', 1_000_000)).toBe('1000000 messages ont été déplacés ici depuis P par W.')
  })

  it.each([
    ['de', 'de'],
    ['de-AT', 'de'],
    ['FR_ca', 'fr'],
    ['pt-BR', 'en'],
    ['constructor', 'en'],
    ['', 'en'],
  ])('choose the nearest language to %s', (tag, language) => {
    expect(languageFor(tag)).toBe(language)
  })
})

const services = ['chat', 'identity', 'mail-in', 'moving']
  .map((name) => `src/server/${name}`)
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(folder, name)),
  )

/** Sentences in the program, and parts of sentences, except in errors and logs. */
function sentencesIn(name: string): string[] {
  const file = ts.createSourceFile(
    name,
    readFileSync(join(root, name), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  )
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.SuperKeyword) return
    if (ts.isCallExpression(node) && /\blog\.\w+$/.test(node.expression.getText(file))) return
    if (ts.isThrowStatement(node) || ts.isNewExpression(node) || ts.isHeritageClause(node)) return
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const text = node.getText(file)
      if (/\p{L}{2,}[,.:]? \p{L}{2,}/u.test(text.replace(/\$\{[^}]*\}/g, 'it')))
        found.push(`${name}: ${text}`)
    }
    node.forEachChild(visit)
  }
  visit(file)
  return found
}

describe('the texts of the server', () => {
  it('are in the catalogs', () => {
    const speaking = services.filter((name) =>
      /(?:sendPrivatelyAs|sendToStreamAs|i18n\/catalog)/.test(
        readFileSync(join(root, name), 'utf8'),
      ),
    )
    expect(speaking.length).toBeGreaterThan(8)
    expect(speaking.flatMap(sentencesIn)).toEqual([])
  })

  it('are the only texts in the catalogs', () => {
    const program = services.map((name) => readFileSync(join(root, name), 'utf8')).join('\n')
    const stems = [...new Set(Object.keys(english).map(stemOf))]
    const isSaid = (key: string) =>
      program.includes(`'${key}'`) || program.includes(`\`${key.replace(/\.\w+$/, '')}.\${`)
    expect(stems.filter((key) => !isSaid(key))).toEqual([])
  })
})
