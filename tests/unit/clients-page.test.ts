import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { endpoints } from '../../src/server/start/endpoints'
import { serverVersion } from '../../src/server/wire/server-version'
import { present } from '../support/checked'

const root = join(__dirname, '../..')

/** Method and path without the names of path parameters, such as `GET /users/{}`. */
const shapeOf = (method: string, path: string): string =>
  `${method} ${path.replace('/api/v1', '').replaceAll(/\{[^}]*\}/g, '{}')}`

describe('the page about clients', () => {
  const page = readFileSync(join(root, 'docs/clients.md'), 'utf8')
  const rows = [...page.matchAll(/^\| `([A-Z]+) (\/[^`]*)` \|/gm)].map(([, method, path]) =>
    shapeOf(present(method, 'method'), present(path, 'path')),
  )
  const built = endpoints.flatMap(({ method, path }) => shapeOf(method, path))

  it('names endpoints that are built', () => {
    expect(rows.length).toBeGreaterThan(60)
    expect(rows.filter((shape) => !built.includes(shape))).toEqual([])
  })

  it('names the version and feature level of the server', () => {
    expect(page).toContain(`| \`${serverVersion.zulip_version}\` |`)
    expect(page).toContain(`| \`${serverVersion.zulip_feature_level}\` |`)
  })

  it('names existing tests', () => {
    const named = [...page.matchAll(/`(tests\/[^`]*)`/g)].map(([, path]) => present(path, 'path'))
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })
})
