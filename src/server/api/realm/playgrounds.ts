import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/declare/endpoint'
import { integer, text } from '../../http/declare/params'
import { AdministratorRequiredError } from '../../chat/rules/errors'
import { sizeLimits } from '../../chat/rules/limits'
import { addPlayground, removePlayground } from '../../chat/actions/realms/playgrounds'

/* Source: docs/protocol/realm-settings.md#playgrounds. */

const addPlaygroundEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/realm/playgrounds',
  tag: 'settings',
  summary: 'Add a playground for code in messages; administrators only',
  auth: 'basic',
  params: {
    name: text({ maxLength: sizeLimits.playgroundNameCharacters, example: 'Python playground' }),
    pygments_language: text({
      maxLength: 40,
      example: 'Python',
      description: 'Language of the code, as code blocks name it',
    }),
    url_template: text({
      maxLength: 1_000,
      example: 'https://python.example.com/{code}',
      description: 'URL template (RFC 6570) whose one variable is `code`',
    }),
  },
  response: { id: Type.Integer() },
  errors: [AdministratorRequiredError],

  async handler({ ctx, requester, params }) {
    return { id: await addPlayground(ctx, requester, params) }
  },
})

const removePlaygroundEndpoint = endpoint({
  method: 'DELETE',
  path: '/api/v1/realm/playgrounds/{playground_id}',
  tag: 'settings',
  summary: 'Remove a playground; administrators only',
  auth: 'basic',
  params: { playground_id: integer({ min: 0 }) },
  response: {},
  errors: [
    AdministratorRequiredError,
    { code: 'BAD_REQUEST', description: 'There is none.', example: 'Invalid playground' },
  ],

  async handler({ ctx, requester, params }) {
    await removePlayground(ctx, requester, params.playground_id)
    return {}
  },
})

export const playgroundsEndpoints = [addPlaygroundEndpoint, removePlaygroundEndpoint]
