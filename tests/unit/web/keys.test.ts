import { keyNames, keyTable } from '../../../src/web/app/keyboard/keys'
import { nameStroke } from '../../../src/web/app/keyboard/stroke'

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
