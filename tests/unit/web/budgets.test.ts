import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { buildStamps } from '../../../scripts/lib/build-stamps'
import languages from '../../../src/web/texts/languages.json'
import { builtWebApp } from '../../support/built-server'
import { anyValue, mapOf, maybe, shapedLike } from '../../support/checked'

interface Output {
  entryPoint?: string
  inputs: Record<string, unknown>
  imports: { path: string; kind: string }[]
}

/** Max bytes, compressed as sent. */
const budgets = { firstMessage: 60_000, scripts: 260_000, styles: 15_000, data: 80_000 }

describe.each(languages)('The files of the web app in %s', (language) => {
  let outputs: Record<string, Output>
  let inputs: Record<string, unknown>
  beforeAll(() => {
    const report = readFileSync(join(builtWebApp(), reportOf(language)), 'utf8')
    ;({ inputs, outputs } = shapedLike(JSON.parse(report), {
      inputs: mapOf(anyValue),
      outputs: mapOf({
        entryPoint: maybe(''),
        inputs: mapOf(anyValue),
        imports: [{ path: '', kind: '' }],
      }),
    }))
  })

  it('are built again when any file changes that they are made of', () => {
    const known = new Set(buildStamps(join(__dirname, '../../..')).inputs('web'))
    const sources = Object.keys(inputs).filter((file) => file.startsWith('src/'))
    expect(sources.length).toBeGreaterThan(100)
    expect(sources.filter((file) => !known.has(file))).toEqual([])
  })

  const packed = (files: readonly string[]) =>
    files.reduce((sum, file) => sum + statSync(join(builtWebApp(), '..', `${file}.gz`)).size, 0)
  const filesOf = (kind: string) => Object.keys(outputs).filter((file) => file.endsWith(kind))

  /** A script and its static imports. */
  function scriptsOf(entry: string): string[] {
    const files = new Set(filesOf('.js').filter((file) => outputs[file]?.entryPoint === entry))
    // The loop also visits files added to the set meanwhile.
    for (const file of files) {
      for (const { path, kind } of outputs[file]?.imports ?? [])
        if (kind === 'import-statement') files.add(path)
    }
    return [...files]
  }

  it('need few bytes of script for the first message', () => {
    const files = scriptsOf('src/web/main.tsx')
    expect(files.length).toBeGreaterThan(0)
    expect(packed(files)).toBeLessThanOrEqual(budgets.firstMessage)
  })

  it('have the styles of the page in its own sheet', () => {
    const inputsOf = (files: readonly string[]) =>
      files.flatMap((file) => Object.keys(outputs[file]?.inputs ?? {}))
    const later = filesOf('.css').filter(
      (file) => outputs[file]?.entryPoint === 'styles:settings-styles',
    )
    const sheets = new Set(inputsOf(later))
    expect(sheets.size).toBeGreaterThan(10)
    const used = ['src/web/main.tsx', 'src/web/lazy-chunk.ts'].flatMap(scriptsOf)
    expect(inputsOf(used).filter((input) => sheets.has(input))).toEqual([])
  })

  it('have a limited total size', () => {
    expect(packed(filesOf('.js'))).toBeLessThanOrEqual(budgets.scripts)
    // Emoji and password tables, each fetched on demand.
    expect(packed(filesOf('.json'))).toBeLessThanOrEqual(budgets.data)
    const sheets = filesOf('.css').filter(
      (file) => outputs[file]?.entryPoint === 'styles:page-styles',
    )
    expect(sheets).toHaveLength(1)
    expect(packed(sheets)).toBeLessThanOrEqual(budgets.styles)
  })
})

function reportOf(language: string): string {
  return language === languages[0] ? 'metafile.json' : `metafile.${language}.json`
}
