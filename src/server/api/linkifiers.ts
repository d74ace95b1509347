import { integer, text, json } from '../http/declare/params'
import { sizeLimits } from '../chat/rules/limits'
import { Type } from '@sinclair/typebox'
import { endpoint } from '../http/declare/endpoint'
import type { Endpoint } from '../http/declare/endpoint'
import { listLinkifiers, listFilters } from '../chat/actions/realms/list-linkifiers'
import { linkifierSchema, filterSchema } from '../../shared/linkifiers'
import { AdministratorRequiredError } from '../chat/rules/errors'
import {
  reorderLinkifiers,
  addLinkifier,
  updateLinkifier,
  LinkifierNotFoundError,
  removeLinkifier,
} from '../chat/actions/realms/change-linkifiers'

function linkifierId() {
  return integer({ min: 0, description: 'Id of the linkifier' })
}

function linkifierPattern(word: string) {
  return text({
    minLength: 1,
    maxLength: sizeLimits.linkifierCharacters,
    example: `${word}-(?P<id>[0-9]+)`,
    description: 'Regular expression of RE2, with named groups',
  })
}

function linkifierTemplate() {
  return text({
    minLength: 1,
    maxLength: sizeLimits.linkifierCharacters,
    aliases: ['url_format_string'],
    example: 'https://tracker.example.com/{id}',
    description: 'URL template (RFC 6570) with these groups',
  })
}

const listLinkifiersEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/realm/linkifiers',
  tag: 'linkifiers',
  summary: 'List the patterns that become links in messages and topics',
  auth: 'basic',
  params: {},
  response: {
    linkifiers: Type.Array(linkifierSchema, { description: 'The first that matches wins' }),
  },

  async handler({ ctx, requester }) {
    return { linkifiers: await listLinkifiers(ctx.db.query, requester.realm_id) }
  },
})

const reorderLinkifiersEndpoint = endpoint({
  method: 'PATCH',
  path: '/api/v1/realm/linkifiers',
  tag: 'linkifiers',
  summary: 'Change which linkifiers are tried first; administrators only',
  auth: 'basic',
  params: {
    ordered_linkifier_ids: json(Type.Array(Type.Integer(), { maxItems: 1_000 }), {
      description: 'All of them',
    }),
  },
  response: {},
  errors: [AdministratorRequiredError],

  async handler({ ctx, requester, params }) {
    await reorderLinkifiers(ctx, requester, params.ordered_linkifier_ids)
    return {}
  },
})

const listFiltersEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/realm/filters',
  tag: 'linkifiers',
  summary: 'List the linkifiers in the form of older clients',
  auth: 'basic',
  params: {},
  response: {
    filters: Type.Array(filterSchema, { description: 'Pattern, URL with `%(name)s`, id' }),
  },

  async handler({ ctx, requester }) {
    return { filters: await listFilters(ctx.db.query, requester.realm_id) }
  },
})

const addLinkifierEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/realm/filters',
  tag: 'linkifiers',
  summary: 'Add a linkifier; administrators only',
  auth: 'basic',
  params: { pattern: linkifierPattern('ticket'), url_template: linkifierTemplate() },
  response: { id: Type.Integer() },
  errors: [
    AdministratorRequiredError,
    {
      code: 'BAD_REQUEST',
      description: 'The pattern or the template cannot be.',
      example: 'Invalid URL template.',
    },
  ],

  async handler({ ctx, requester, params }) {
    const { pattern, url_template: urlTemplate } = params
    return { id: await addLinkifier(ctx, requester, { pattern, urlTemplate }) }
  },
})

const updateLinkifierEndpoint = endpoint({
  method: 'PATCH',
  path: '/api/v1/realm/filters/{filter_id}',
  tag: 'linkifiers',
  summary: 'Change a linkifier; administrators only',
  auth: 'basic',
  params: {
    filter_id: linkifierId(),
    pattern: linkifierPattern('task'),
    url_template: linkifierTemplate(),
  },
  response: {},
  errors: [AdministratorRequiredError, LinkifierNotFoundError],

  async handler({ ctx, requester, params }) {
    const { filter_id: id, pattern, url_template: urlTemplate } = params
    await updateLinkifier(ctx, requester, id, { pattern, urlTemplate })
    return {}
  },
})

const removeLinkifierEndpoint = endpoint({
  method: 'DELETE',
  path: '/api/v1/realm/filters/{filter_id}',
  tag: 'linkifiers',
  summary: 'Remove a linkifier; administrators only',
  auth: 'basic',
  params: { filter_id: linkifierId() },
  response: {},
  errors: [AdministratorRequiredError, LinkifierNotFoundError],

  async handler({ ctx, requester, params }) {
    await removeLinkifier(ctx, requester, params.filter_id)
    return {}
  },
})

export const linkifiersEndpoints: readonly Endpoint[] = [
  listLinkifiersEndpoint,
  reorderLinkifiersEndpoint,
  listFiltersEndpoint,
  addLinkifierEndpoint,
  updateLinkifierEndpoint,
  removeLinkifierEndpoint,
]
