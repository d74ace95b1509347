import { endpoint } from '../../http/declare/endpoint'
import { OwnerRequiredError } from '../../chat/rules/errors'
import { deactivateRealm } from '../../chat/actions/realms/deactivate'
import { unbuiltOfRealmEnd } from '../params/unbuilt'

/** Deactivates the organization. Source: docs/protocol/retention-and-export.md#realm-deactivate-call. */
export const deactivateRealmEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/realm/deactivate',
  tag: 'settings',
  summary: 'End the organization; owners only',
  description:
    'Everybody is logged out, and every call is refused from then on. Nothing is deleted; the operator ' +
    'of the server can undo it.',
  auth: 'basic',
  needsProof: true,
  params: {},
  unbuilt: unbuiltOfRealmEnd,
  response: {},
  errors: [OwnerRequiredError],

  async handler({ ctx, requester }) {
    await deactivateRealm(ctx, requester)
    return {}
  },
})
