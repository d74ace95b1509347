import { endpoint } from '../../http/declare/endpoint'
import { text } from '../../http/declare/params'
import { RateLimitedError } from '../../http/errors'
import { unsubscribe } from '../../chat/actions/users/unsubscribe'
import { InvalidLinkError } from '../../chat/rules/errors'

/* Ending mails by a link in them. Source: docs/protocol/notifications.md#mail-unsubscribe. */

const key = () =>
  text({ description: 'Secret at the end of the link', maxLength: 1_000, example: 'KEY' })

const oneClickEndpoint = endpoint({
  method: 'POST',
  path: '/accounts/unsubscribe/missed_messages/{key}',
  tag: 'accounts',
  summary: 'End mails about missed messages with one click',
  description: 'Mail programs call it: it is in the header `List-Unsubscribe` (RFC 8058).',
  auth: 'none',
  params: { key: key() },
  response: {},
  errors: [InvalidLinkError, RateLimitedError],

  async handler({ ctx, params: { key }, request }) {
    await unsubscribe(ctx, request, key)
    return {}
  },
})

const unsubscribeEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/accounts/unsubscribe',
  tag: 'accounts',
  summary: 'End mails about missed messages',
  description: 'The page of the link calls it after a click.',
  auth: 'none',
  params: { key: key() },
  response: {},
  errors: [InvalidLinkError, RateLimitedError],

  async handler({ ctx, params, request }) {
    await unsubscribe(ctx, request, params.key)
    return {}
  },
})

export const unsubscribeEndpoints = [oneClickEndpoint, unsubscribeEndpoint]
