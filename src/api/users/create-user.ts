import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/endpoint'
import { text } from '../../http/params'
import { AdministratorRequiredError } from '../../services/errors'
import { createUser } from '../../services/users/create-user'

export const createUserEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/users',
  tag: 'users',
  summary: 'Create an account for a person',
  description:
    'Administrators only. The account is subscribed to the default streams, and Welcome Bot ' +
    'writes to it.',
  auth: 'basic',
  params: {
    email: text({ description: 'Names the account when it logs in', example: 'ada@example.com' }),
    password: text({ description: '6 to 1000 characters', example: 'correct horse' }),
    full_name: text({ description: '2 to 100 characters, none of `` * ` > " @ ``' }),
    short_name: text({
      optional: true,
      maxLength: 100,
      description: 'What stands before the `@` of the email unless given',
    }),
  },
  response: {
    user_id: Type.Integer(),
  },
  errors: [
    AdministratorRequiredError,
    { description: 'The email is taken.', example: "Email 'ada@example.com' already in use" },
    { description: 'The email is none.', example: 'Bad name or username' },
  ],

  async handler({ ctx, requester, params }) {
    const { email, password, full_name: fullName, short_name: shortName } = params
    const user = await createUser(ctx, requester, { email, password, fullName, shortName })
    return { user_id: user.id }
  },
})
