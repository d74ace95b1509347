import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { foldCase } from '../../../src/shared/rules/letter-case'

const folder = join(__dirname, '../../../src/server/data')

describe('names', () => {
  it('are compared by fold_case in every statement, as indexes and stored keys have them', () => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    const faults = files
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => readFileSync(join(folder, file), 'utf8').match(byLowerCase) ?? [])
    expect(faults).toEqual([])
  })

  it('are folded letter by letter, by the simple case folding of Unicode', () => {
    const letters = Array.from({ length: 0x1_ffff }, (_, index) =>
      String.fromCodePoint(index),
    ).filter((letter) => letter.isWellFormed() && letter.normalize() === letter && letter !== 'İ')
    const differing = letters.filter((letter) => {
      const folded = foldCase(letter)
      return folded !== letter && !new RegExp(`^${letter}$`, 'iu').test(folded)
    })
    expect(differing).toEqual([])
    expect(['ς', 'µ', 'ſ', 'ẛ', 'ᲀ', 'ẞ', 'ß'].map(foldCase)).toEqual([
      'σ',
      'μ',
      's',
      'ṡ',
      'в',
      'ß',
      'ß',
    ])
    expect(foldCase('ΣΟΦΌΣ Straße')).toBe('σοφόσ straße')
  })
})

/** `lower` of a column or argument that holds a topic or name. */
const byLowerCase = /\blower\((?:\$\{)?(?:[\w.{}$]*\.)?(?:topic|name|full_name|fullName|word)\}?\)/g
