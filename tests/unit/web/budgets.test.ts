import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { builtWebApp } from '../../support/built-server'

interface Output {
  entryPoint?: string
  imports: { path: string; kind: string }[]
}

/** Bytes, packed as they are sent. */
const budgets = { firstMessage: 60_000, scripts: 200_000, styles: 15_000, data: 80_000 }

describe('The files of the web app', () => {
  let outputs: Record<string, Output>
  beforeAll(() => {
    const report = readFileSync(join(builtWebApp(), 'metafile.json'), 'utf8')
    ;({ outputs } = JSON.parse(report) as { outputs: Record<string, Output> })
  })

  const packed = (files: readonly string[]) =>
    files.reduce((sum, file) => sum + statSync(join(builtWebApp(), '..', `${file}.gz`)).size, 0)
  const filesOf = (kind: string) => Object.keys(outputs).filter((file) => file.endsWith(kind))

  /** The script of the page, and what it cannot begin without. */
  function firstScripts(): string[] {
    const files = new Set(filesOf('.js').filter((file) => isMain(outputs[file])))
    // A set goes on with what is added to it meanwhile.
    for (const file of files) {
      for (const { path, kind } of outputs[file]?.imports ?? [])
        if (kind === 'import-statement') files.add(path)
    }
    return [...files]
  }

  it('show the first message with few bytes of script', () => {
    const files = firstScripts()
    expect(files.length).toBeGreaterThan(0)
    expect(packed(files)).toBeLessThanOrEqual(budgets.firstMessage)
  })

  it('have a limited size in all', () => {
    expect(packed(filesOf('.js'))).toBeLessThanOrEqual(budgets.scripts)
    // Of emoji and of passwords, each fetched when it is needed.
    expect(packed(filesOf('.json'))).toBeLessThanOrEqual(budgets.data)
    const sheets = filesOf('.css').filter(
      (file) => outputs[file]?.entryPoint === 'styles:page-styles',
    )
    expect(sheets).toHaveLength(1)
    expect(packed(sheets)).toBeLessThanOrEqual(budgets.styles)
  })
})

function isMain(output: Output | undefined): boolean {
  return output?.entryPoint?.endsWith('main.tsx') === true
}
