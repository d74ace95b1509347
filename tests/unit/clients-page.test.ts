import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { endpoints } from '../../src/api'
import { serverVersion } from '../../src/wire/server-version'

const root = join(__dirname, '../..')

/** `GET /users/{}`: whatever the parts of a path are called. */
const shapeOf = (method: string, path: string): string =>
  `${method} ${path.replace('/api/v1', '').replaceAll(/\{[^}]*\}/g, '{}')}`

describe('the page about clients', () => {
  const page = readFileSync(join(root, 'docs/clients.md'), 'utf8')
  const rows = [...page.matchAll(/^\| `([A-Z]+) (\/[^`]*)` \|[^|]*\| (yes|no)/gm)].map(
    ([, method, path, built]) => ({ shape: shapeOf(method!, path!), isBuilt: built === 'yes' }),
  )
  const built = endpoints.flatMap(({ method, path }) => shapeOf(method, path))

  it('says of each endpoint what is so', () => {
    expect(rows.length).toBeGreaterThan(60)
    for (const { shape, isBuilt } of rows) {
      expect({ shape, isBuilt: built.includes(shape) }).toEqual({ shape, isBuilt })
    }
  })

  it('announces what the server announces', () => {
    expect(page).toContain(`| \`${serverVersion.zulip_version}\` |`)
    expect(page).toContain(`| \`${serverVersion.zulip_feature_level}\` |`)
  })

  it('names tests that there are', () => {
    const named = [...page.matchAll(/`(tests\/[^`]*)`/g)].map(([, path]) => path!)
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })
})
