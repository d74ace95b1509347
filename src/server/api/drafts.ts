import { Type } from '@sinclair/typebox'
import { endpoint } from '../http/declare/endpoint'
import { integer, json } from '../http/declare/params'
import {
  addDrafts,
  changeDraft,
  DraftsOffError,
  listOwnDrafts,
  NoSuchDraftError,
  removeDraft,
} from '../chat/actions/own-lists/drafts'
import { sizeLimits } from '../chat/rules/limits'
import { nulRefusals } from '../chat/rules/texts'
import { draftSchema, writtenDraftSchema } from '../../shared/drafts'

/*
 * The requester's drafts. Source: docs/protocol/drafts-and-schedule.md#drafts.
 */

const example = { type: '', to: [], topic: '', content: 'Dear all,', timestamp: 1_795_357_200 }

/** NUL characters in drafts are refused with the same wordings as in messages. */
const nulRefusal = (_text: string, place: string): string => {
  if (place.endsWith('["topic"]')) return nulRefusals.topic()
  if (place.endsWith('["content"]')) return nulRefusals.content()
  return `${place} contains NULL (0x00) characters.`
}

const draft_id = integer({ min: 0 })

const listDraftsEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/drafts',
  tag: 'drafts',
  summary: 'List the drafts of the requester',
  auth: 'basic',
  params: {},
  response: {
    count: Type.Integer(),
    drafts: Type.Array(draftSchema, { description: 'The newest first' }),
  },
  errors: [DraftsOffError],

  async handler({ ctx, requester }) {
    const drafts = await listOwnDrafts(ctx.db.query, requester)
    return { count: drafts.length, drafts }
  },
})

const addDraftsEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/drafts',
  tag: 'drafts',
  summary: 'Create drafts of the requester',
  auth: 'basic',
  params: {
    drafts: json(Type.Array(writtenDraftSchema, { maxItems: sizeLimits.drafts }), {
      default: [],
      nulRefusal,
      example: [example],
    }),
  },
  response: { ids: Type.Array(Type.Integer(), { description: 'In the order of `drafts`' }) },
  errors: [DraftsOffError],

  async handler({ ctx, requester, params }) {
    return { ids: await addDrafts(ctx, requester, params.drafts) }
  },
})

const updateDraftEndpoint = endpoint({
  method: 'PATCH',
  path: '/api/v1/drafts/{draft_id}',
  tag: 'drafts',
  summary: 'Replace a draft of the requester',
  auth: 'basic',
  params: { draft_id, draft: json(writtenDraftSchema, { nulRefusal, example }) },
  response: {},
  errors: [DraftsOffError, NoSuchDraftError],

  async handler({ ctx, requester, params }) {
    await changeDraft(ctx, requester, params.draft_id, params.draft)
    return {}
  },
})

const removeDraftEndpoint = endpoint({
  method: 'DELETE',
  path: '/api/v1/drafts/{draft_id}',
  tag: 'drafts',
  summary: 'Forget what the requester has begun to write',
  auth: 'basic',
  params: { draft_id },
  response: {},
  errors: [DraftsOffError, NoSuchDraftError],

  async handler({ ctx, requester, params }) {
    await removeDraft(ctx, requester, params.draft_id)
    return {}
  },
})

export const draftsEndpoints = [
  listDraftsEndpoint,
  addDraftsEndpoint,
  updateDraftEndpoint,
  removeDraftEndpoint,
]
