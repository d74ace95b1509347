import { Type } from '@sinclair/typebox'
import { endpoint } from '../http/declare/endpoint'
import { flag, text } from '../http/declare/params'
import {
  addView,
  changeView,
  listOwnViews,
  NoSuchNavigationViewError,
  removeView,
} from '../chat/actions/own-lists/navigation-views'
import { sizeLimits } from '../chat/rules/limits'
import { navigationViewSchema } from '../../shared/navigation-views'

/*
 * Pinned views in the requester's sidebar. Source: docs/protocol/channel-settings.md#navigation-views.
 */

const path = '/api/v1/navigation_views'
const tag = 'settings'
const nulRefusal = (_text: string, place: string) => `${place} contains NULL (0x00) characters.`

const fragment = text({
  minLength: 1,
  maxLength: sizeLimits.navigationViewFragmentCharacters,
  nulRefusal,
  example: 'narrow/is/alerted',
  description: 'The part of the address after #; its slashes are percent-encoded in a path',
})

const name = text({
  optional: true,
  maxLength: sizeLimits.navigationViewNameCharacters,
  nulRefusal,
  example: 'Alerts',
  description: 'For views that are not built in, which need one',
})

const listViewsEndpoint = endpoint({
  method: 'GET',
  path,
  tag,
  summary: "Entries of the requester's own sidebar",
  auth: 'basic',
  params: {},
  response: { navigation_views: Type.Array(navigationViewSchema) },

  async handler({ ctx, requester }) {
    return { navigation_views: await listOwnViews(ctx.db.query, requester) }
  },
})

const addViewEndpoint = endpoint({
  method: 'POST',
  path,
  tag,
  summary: "Add an entry to the requester's own sidebar",
  auth: 'basic',
  params: { fragment, is_pinned: flag({ example: true }), name },
  response: {},

  async handler({ ctx, requester, params }) {
    await addView(ctx, requester, { ...params, isPinned: params.is_pinned, name: params.name })
    return {}
  },
})

const updateViewEndpoint = endpoint({
  method: 'PATCH',
  path: `${path}/{fragment}`,
  tag,
  summary: "Change an entry of the requester's own sidebar",
  auth: 'basic',
  params: { fragment, is_pinned: flag({ optional: true }), name },
  response: {},
  errors: [NoSuchNavigationViewError],

  async handler({ ctx, requester, params }) {
    const changes = { isPinned: params.is_pinned, name: params.name }
    await changeView(ctx, requester, params.fragment, changes)
    return {}
  },
})

const removeViewEndpoint = endpoint({
  method: 'DELETE',
  path: `${path}/{fragment}`,
  tag,
  summary: "Remove an entry from the requester's own sidebar",
  auth: 'basic',
  params: { fragment },
  response: {},
  errors: [NoSuchNavigationViewError],

  async handler({ ctx, requester, params }) {
    await removeView(ctx, requester, params.fragment)
    return {}
  },
})

export const navigationViewsEndpoints = [
  listViewsEndpoint,
  addViewEndpoint,
  updateViewEndpoint,
  removeViewEndpoint,
]
