import { endpoint } from '../../http/declare/endpoint'
import { text } from '../../http/declare/params'
import { markStepSeen } from '../../chat/actions/users/onboarding'

/** Source: docs/protocol/realm-settings.md#onboarding-steps. */
export const markStepEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/users/me/onboarding_steps',
  tag: 'settings',
  summary: 'Mark an onboarding hint as seen',
  auth: 'basic',
  params: {
    onboarding_step: text({
      jsonQuoted: true,
      maxLength: 100,
      example: 'intro_inbox_view_modal',
      description: 'Its name in `onboarding_steps` of register',
    }),
  },
  response: {},
  errors: [
    {
      code: 'BAD_REQUEST',
      description: 'Unknown hint.',
      example: 'Unknown onboarding_step: x',
    },
  ],

  async handler({ ctx, requester, params }) {
    await markStepSeen(ctx, requester, params.onboarding_step)
    return {}
  },
})
