import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as de from '../../../src/web/texts/de'
import * as en from '../../../src/web/texts/en'
import languages from '../../../src/web/texts/languages.json'
import { asRecord } from '../../support/checked'

/** The type makes the compiler find a file that a language lacks. */
const catalogs: Readonly<Record<string, typeof en>> = { en, de }
const translations = Object.entries(catalogs).filter(([language]) => language !== 'en')

const folder = join(__dirname, '../../../src/web/texts')

describe('The catalogs of texts', () => {
  const english = textsIn(en)

  it('match the languages of the build', () => {
    expect(Object.keys(catalogs)).toEqual(languages)
    for (const language of languages) {
      expect(readdirSync(join(folder, language))).toEqual(readdirSync(join(folder, 'en')))
      expect(existsSync(join(folder, language, 'index.ts'))).toBe(true)
    }
  })

  it.each(translations)('have every text in %s', (_language, catalog) => {
    const kinds = ({ value }: Text) =>
      typeof value === 'function' ? `function of ${String(value.length)}` : typeof value
    const shape = (texts: readonly Text[]) =>
      Object.fromEntries(texts.map((text) => [text.path, kinds(text)]))
    expect(shape(textsIn(catalog))).toEqual(shape(english))
  })

  it.each(Object.entries(catalogs))('have no empty text in %s', (_language, catalog) => {
    const empty = textsIn(catalog).filter(
      ({ value }) => typeof value === 'string' && value.trim() === '',
    )
    expect(empty).toEqual([])
  })

  it.each(translations)('leave no text in English in %s', (language, catalog) => {
    const same = new Set(sameIn[language])
    const known = new Map(english.map((text) => [text.path, samples(text)]))
    const left = textsIn(catalog).flatMap((text) => {
      const said = samples(text)
      const isLeft = known.get(text.path)?.some((sample, index) => isSame(sample, said[index]))
      return isLeft && !same.has(said[0] ?? '') && !same.has(text.path)
        ? [`${text.path}: ${said[0] ?? ''}`]
        : []
    })
    expect(left).toEqual([])
  })

  it.each(translations)('have no word that a term replaces in %s', (language, catalog) => {
    const found = textsIn(catalog).filter((text) =>
      samples(text).some((said) => replacedIn[language]?.test(said ?? '')),
    )
    expect(found).toEqual([])
  })

  it.each(languages)('have the texts of the shell in %s', (language) => {
    const shellIn = (name: string) =>
      asRecord(JSON.parse(readFileSync(join(folder, name, 'shell.json'), 'utf8')))
    expect(Object.keys(shellIn(language))).toEqual(Object.keys(shellIn('en')))
  })
})

interface Text {
  path: string
  value: unknown
}

/** The texts of a catalog, functions of their parts among them. */
function textsIn(value: unknown, path = ''): Text[] {
  if (typeof value !== 'object' || value === null) return [{ path, value }]
  return Object.entries(value).flatMap(([name, part]) =>
    textsIn(part, path === '' ? name : `${path}.${name}`),
  )
}

/** Samples of a text; a function is called with some values. */
function samples({ value }: Text): readonly (string | undefined)[] {
  if (typeof value !== 'function') return [typeof value === 'string' ? value : undefined]
  return [1, 2, 'x', ['x'], ['x', 'y']].map((argument) => {
    const said = attempt(() =>
      (value as (...args: unknown[]) => unknown)(...Array.from({ length: 3 }, () => argument)),
    )
    return typeof said === 'string' ? said : undefined
  })
}

/** Undefined where a value is of the wrong type for the function. */
function attempt(say: () => unknown): unknown {
  try {
    return say()
  } catch {
    return undefined
  }
}

/** Texts without letters, and those that only repeat their values, are the same in all languages. */
function isSame(one: string | undefined, other: string | undefined): boolean {
  return one === other && /[a-wz]{2}/i.test(one ?? '')
}

/** Words in place of which the catalog of a language lists a term. */
const replacedIn: Readonly<Record<string, RegExp>> = { de: /private[nr]? nachricht|\berledigte/i }

/** Texts, and paths of texts, that are the same in English and another language. */
const sameIn: Readonly<Record<string, readonly string[]>> = {
  de: [
    ...[
      'Administrator',
      'Bot',
      'Bots',
      'Browser',
      'Code',
      'Desktop',
      'Domain',
      'Emoji',
      'Import',
      'Jitsi Meet',
      'Person',
      'Spam',
      'Zoom',
      '100 %',
    ],
    ...[
      'Link',
      'Logo',
      'Moderator',
      'Name',
      'Navigation',
      'Normal',
      'Offline',
      'Smileys',
      'Status',
    ],
    ...['Stream', 'Streams', 'System', 'Text', 'offline', '2:05 PM'],
    ...['inbox', 'recent', 'all_messages'],
    ...['bots.file', 'content.code', 'content.spoiler', 'groupGeneral.usedInStream'],
    ...['invitations.linkName', 'status.emoji'],
  ],
}
