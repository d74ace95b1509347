import { endpoint } from '../../../src/server/http/declare/endpoint'
import { text } from '../../../src/server/http/declare/params'
import { Router } from '../../../src/server/http/pipeline/router'

/** Source: docs/protocol/import.md#old-paths. */
describe('a path whose first segment is a name', () => {
  const declare = (path: string, ...names: string[]) =>
    endpoint({
      ...{ method: 'GET', path, tag: 'messages', summary: '', auth: 'none', response: {} },
      params: Object.fromEntries(names.map((name) => [name, text()])),
      handler: () => Promise.resolve({}),
    })
  const router = new Router([
    declare('/{team}/messages/{name}', 'team', 'name'),
    declare('/api/v1/messages/{message_id}', 'message_id'),
    declare('/json/session'),
  ])
  const templateOf = (path: string) => router.find(path)?.route.template

  it('never takes the place of an endpoint of pages or of the API', () => {
    expect(templateOf('/crew/messages/@bo')).toBe('/{team}/messages/{name}')
    expect(templateOf('/json/messages/5')).toBe('/api/v1/messages/{message_id}')
    expect(templateOf('/api/messages/5')).toBeUndefined()
  })
})
