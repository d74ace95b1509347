import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/declare/endpoint'
import { converted, text } from '../../http/declare/params'
import { RateLimitedError } from '../../http/errors'
import { unsubscribe, unsubscribeKinds } from '../../chat/actions/users/unsubscribe'
import type { UnsubscribeKind } from '../../chat/actions/users/unsubscribe'
import { InvalidLinkError } from '../../chat/rules/errors'

/* Ending mails by a link in them. Source: docs/protocol/notifications.md#mail-unsubscribe. */

const key = () =>
  text({ description: 'Secret at the end of the link', maxLength: 1_000, example: 'KEY' })

const summaries: Readonly<Record<UnsubscribeKind, string>> = {
  missed_messages: 'End mails about missed messages with one click',
  digest: 'End digests with one click',
  login: 'End mails about log-ins with one click',
}

const oneClickEndpoint = (kind: UnsubscribeKind) =>
  endpoint({
    method: 'POST',
    path: `/accounts/unsubscribe/${kind}/{key}`,
    tag: 'accounts',
    summary: summaries[kind],
    description: 'Mail programs call it: it is in the header `List-Unsubscribe` (RFC 8058).',
    auth: 'none',
    hasPage: true,
    params: { key: key() },
    response: {},
    errors: [InvalidLinkError, RateLimitedError],

    async handler({ ctx, params: { key }, request }) {
      await unsubscribe(ctx, request, { kind, key })
      return {}
    },
  })

const kinds = Type.Union(unsubscribeKinds.map((kind) => Type.Literal(kind)))
const readKind = (raw: string): UnsubscribeKind | undefined =>
  unsubscribeKinds.find((kind) => kind === raw)

const unsubscribeEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/accounts/unsubscribe',
  tag: 'accounts',
  summary: 'End mails of a kind',
  description: 'The page of the link calls it after a click.',
  auth: 'none',
  params: {
    key: key(),
    type: converted<UnsubscribeKind>(kinds, readKind, {
      default: 'missed_messages' as const,
      description: 'The part of the link before the key',
    }),
  },
  response: {},
  errors: [InvalidLinkError, RateLimitedError],

  async handler({ ctx, params: { key, type: kind }, request }) {
    await unsubscribe(ctx, request, { kind, key })
    return {}
  },
})

export const unsubscribeEndpoints = [...unsubscribeKinds.map(oneClickEndpoint), unsubscribeEndpoint]
