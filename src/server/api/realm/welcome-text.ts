import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/declare/endpoint'
import { text } from '../../http/declare/params'
import { AdministratorRequiredError } from '../../chat/rules/errors'
import { nulRefusals } from '../../chat/rules/texts'
import { sendTestWelcome } from '../../chat/actions/users/newcomers'

/** Source: docs/protocol/realm-settings.md#welcome-text-test. */
export const testWelcomeEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/realm/test_welcome_bot_custom_message',
  tag: 'settings',
  summary: 'Send a welcome text of Welcome Bot to oneself; administrators only',
  auth: 'basic',
  params: {
    welcome_message_custom_text: text({
      jsonQuoted: true,
      nulRefusal: nulRefusals.content,
      example: 'Please read #**general>hello**.',
      description: 'Markdown',
    }),
  },
  response: { message_id: Type.Integer() },
  errors: [AdministratorRequiredError],

  async handler({ ctx, requester, params }) {
    return { message_id: await sendTestWelcome(ctx, requester, params.welcome_message_custom_text) }
  },
})
