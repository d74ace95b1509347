import { Type } from '@sinclair/typebox'
import { endpoint } from '../http/declare/endpoint'
import { json } from '../http/declare/params'
import {
  addAlertWords,
  listOwnAlertWords,
  removeAlertWords,
} from '../chat/actions/own-lists/alert-words'
import { sizeLimits } from '../chat/rules/limits'

const path = '/api/v1/users/me/alert_words'

const words = json(Type.Array(Type.String(), { maxItems: sizeLimits.alertWords }), {
  example: ['outage'],
})

const response = {
  alert_words: Type.Array(Type.String(), { description: 'All that there are now' }),
}

const listAlertWordsEndpoint = endpoint({
  method: 'GET',
  path,
  tag: 'alert words',
  summary: 'List the alert words of the requester',
  auth: 'basic',
  params: {},
  response,

  async handler({ ctx, requester }) {
    return { alert_words: await listOwnAlertWords(ctx, requester) }
  },
})

const addAlertWordsEndpoint = endpoint({
  method: 'POST',
  path,
  tag: 'alert words',
  summary: 'Add alert words',
  auth: 'basic',
  params: { alert_words: words },
  response,

  async handler({ ctx, requester, params }) {
    return { alert_words: await addAlertWords(ctx, requester, params.alert_words) }
  },
})

const removeAlertWordsEndpoint = endpoint({
  method: 'DELETE',
  path,
  tag: 'alert words',
  summary: 'Remove alert words',
  auth: 'basic',
  params: { alert_words: words },
  response,

  async handler({ ctx, requester, params }) {
    return { alert_words: await removeAlertWords(ctx, requester, params.alert_words) }
  },
})

export const alertWordsEndpoints = [
  listAlertWordsEndpoint,
  addAlertWordsEndpoint,
  removeAlertWordsEndpoint,
]
