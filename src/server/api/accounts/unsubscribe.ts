import { endpoint } from '../../http/declare/endpoint'
import { text } from '../../http/declare/params'
import { RateLimitedError } from '../../http/errors'
import { unsubscribe } from '../../chat/actions/users/unsubscribe'
import { InvalidLinkError } from '../../chat/rules/errors'

/* Ending mails by a link in them. Source: docs/protocol/notifications.md#mail-unsubscribe. */

const unsubscribeEndpoint = endpoint({
  method: 'POST',
  path: '/accounts/unsubscribe/missed_messages/{key}',
  tag: 'accounts',
  summary: 'End mails about missed messages',
  description:
    'Mail programs call it for the header `List-Unsubscribe` (RFC 8058), and the page of the link does after a click.',
  auth: 'none',
  params: {
    key: text({ description: 'End of the link', maxLength: 1_000, example: 'KEY' }),
  },
  response: {},
  errors: [InvalidLinkError, RateLimitedError],

  async handler({ ctx, params: { key }, request }) {
    await unsubscribe(ctx, request, key)
    return {}
  },
})

export const unsubscribeEndpoints = [unsubscribeEndpoint]
