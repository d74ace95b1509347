import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { germanSentences, sentenceIn } from '../../../src/server/http/logins/sentences'

const server = join(__dirname, '../../../src/server')
const sources = ['identity', 'http/logins'].flatMap((folder) =>
  readdirSync(join(server, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(server, folder, file), 'utf8')),
)

/** The sentences of refusals as they stand in the sources, with `{}` for each value. */
const written = sources
  .flatMap((source) =>
    Array.from(source.matchAll(/new LoginFailedError\(([\s\S]{0,400}?)\n? *[,)]\s*(?:\{|\n)/g)),
  )
  .flatMap(([, argument = '']) =>
    Array.from(argument.matchAll(/'([^'\n]+)'|`([^`]+)`|"([^"\n]+)"/g)),
  )
  .map(([, plain, template, quoted]) => plain ?? quoted ?? template ?? '')
  .map((sentence) => sentence.replace(/\$\{[^}]+\}/g, '{}'))
  .filter((sentence) => /^[A-Z{].* /.test(sentence))

describe('The German sentences of pages of logins', () => {
  it('are those that refuse a login', () => {
    expect(written.length).toBeGreaterThan(30)
    const missing = written.filter((sentence) => !Object.hasOwn(germanSentences, sentence))
    expect(missing).toEqual([])
  })

  it.each([
    ['Acme did not log you in: <b>No</b> entry', 'Acme hat dich nicht angemeldet: <b>No</b> entry'],
    [
      'Only accounts of acme.test may log in here by Google.',
      'Über Google melden sich hier nur Konten von acme.test an.',
    ],
    ['Words of another rule', 'Words of another rule'],
  ])('translate %j', (sentence, german) => {
    expect(sentenceIn('de', sentence)).toBe(german)
    expect(sentenceIn('en', sentence)).toBe(sentence)
  })

  it('have the values of the English ones', () => {
    for (const [english, german] of Object.entries(germanSentences)) {
      const holes = (text: string) => text.match(/\{\d?\}/g)?.length ?? 0
      expect(holes(german)).toBe(holes(english))
    }
  })
})
