import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { built } from '../../support/built-server'
import { asTexts } from '../../support/checked'

/** Packages that a server on PostgreSQL loads with their first use, if ever. */
const lazyPackages = ['@electric-sql/pglite', 'katex', 'nodemailer', 'prismjs', 'sharp']

describe('the start of a server', () => {
  it('loads no package that few requests need', () => {
    const serve = join(built('main.js'), '../server/start/serve')
    const program = `require(${JSON.stringify(serve)}); console.log(JSON.stringify(Object.keys(require.cache)))`
    const output = execFileSync(process.execPath, ['-e', program], { encoding: 'utf8' })
    const files = asTexts(JSON.parse(output))
    expect(files.length).toBeGreaterThan(1_000)
    const isOf = (name: string) => (file: string) => file.includes(`/node_modules/${name}/`)
    expect(lazyPackages.filter((name) => files.some(isOf(name)))).toEqual([])
  })
})
