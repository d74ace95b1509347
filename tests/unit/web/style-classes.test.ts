import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const folder = path.resolve(__dirname, '../../../src/web')

const components = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx'))
  .map((file) => path.join(folder, file))

/** Classes that a component takes from a style sheet that lacks them; the page would show them without a style. */
function missingIn(component: string): string[] {
  const source = readFileSync(component, 'utf8')
  return [...source.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].flatMap(
    ([, name = '', sheet = '']) => {
      const css = readFileSync(path.resolve(path.dirname(component), sheet), 'utf8')
      const known = new Set(Array.from(css.matchAll(/\.([a-zA-Z]\w*)/g), ([, found]) => found))
      const used = Array.from(source.matchAll(new RegExp(`\\b${name}\\['(\\w+)'\\]`, 'g')))
      return used.flatMap(([, found = '']) => (known.has(found) ? [] : [`${component}: ${found}`]))
    },
  )
}

describe('The style sheets of components', () => {
  it('have every class that their components name', () => {
    expect(components.length).toBeGreaterThan(100)
    expect(components.flatMap(missingIn)).toEqual([])
  })
})
