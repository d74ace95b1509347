import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { keyNames, keyTable } from '../../../src/web/lib/keyboard/keys'
import { nameStroke } from '../../../src/web/lib/keyboard/stroke'

/** All keys of the table with the shortcut of each. Handlers of all sections hear the same page. */
const keys = keyNames.flatMap((name) => keyTable[name].keys.map((key) => ({ key, name })))

/** The event of a key as browsers report it. */
function strokeOf(key: string) {
  const words = key.length === 1 ? [key] : key.split('+')
  return {
    key: words.at(-1) ?? '',
    code: '',
    shiftKey: words.includes('Shift'),
    ctrlKey: words.includes('Mod'),
    metaKey: false,
    altKey: false,
  }
}

describe('The table of keys', () => {
  it('gives each key to one shortcut', () => {
    const holders = (wanted: string) => keys.filter(({ key }) => key === wanted)
    const clashes = keys.filter(({ key }) => holders(key).length > 1)
    expect(clashes).toEqual([])
  })

  it.each(keys)('spells $key of $name as a key press is named', ({ key }) => {
    expect(nameStroke(strokeOf(key), false)).toBe(key)
  })
})

describe('Keys of an input method', () => {
  const folder = join(__dirname, '../../../src/web')
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }))

  it('are recognized in one place, before all handlers of components', () => {
    const recognizes = /isComposing|keyCode/
    const isEarlierOrOther = /onKey\w+Capture|onKey(?:Up|Press)\b|EventListener\(\s*'key/
    const places = (pattern: RegExp) =>
      sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file)
    expect(places(recognizes)).toEqual(['lib/keyboard/keyboard.ts'])
    expect(places(isEarlierOrOther)).toEqual(['lib/keyboard/keyboard.ts'])
  })
})
