import { endpoint } from '../../../src/server/http/declare/endpoint'
import { text } from '../../../src/server/http/declare/params'
import { Router } from '../../../src/server/http/pipeline/router'

const declare = (path: string, ...names: string[]) =>
  endpoint({
    ...{ method: 'GET', path, tag: 'messages', summary: '', auth: 'none', response: {} },
    params: Object.fromEntries(names.map((name) => [name, text()])),
    handler: () => Promise.resolve({}),
  })

/** Source: docs/protocol/import.md#old-paths. */
describe('a path whose first segment is a name', () => {
  const router = new Router([
    declare('/{team}/messages/{name}', 'team', 'name'),
    declare('/api/v1/messages/{message_id}', 'message_id'),
    declare('/json/session'),
  ])
  const templateOf = (path: string) => router.find(path)?.route.template

  it('leaves endpoints of pages and of the API in their place', () => {
    expect(templateOf('/crew/messages/@bo')).toBe('/{team}/messages/{name}')
    expect(templateOf('/json/messages/5')).toBe('/api/v1/messages/{message_id}')
    expect(templateOf('/api/messages/5')).toBeUndefined()
  })
})

/** Source: docs/protocol/uploads.md#encoded-slashes. */
describe('an encoded slash in the path of a file', () => {
  const router = new Router([
    declare('/user_uploads/{realm}/{key}/{name}', 'realm', 'key', 'name'),
    declare('/user_uploads/temporary/{token}/{name}', 'token', 'name'),
  ])

  it.each([
    ['separates segments', '/user_uploads/2%2Fkey%2fa.png', ['2', 'key', 'a.png']],
    [
      'belongs to a value if it separates nothing',
      '/user_uploads/temporary/%2F/a.png',
      ['%2F', 'a.png'],
    ],
  ])('%s', (_, path, values) => {
    expect([...(router.find(path)?.segments.values() ?? [])]).toEqual(values)
  })
})
