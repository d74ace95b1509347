import { endpoint } from '../../http/declare/endpoint'
import {
  AdministratorRequiredError,
  InvalidStreamIdError,
  StreamDoesNotExistError,
} from '../../chat/rules/errors'
import { setDefaultStream } from '../../chat/actions/streams/change-stream'
import { streamReferenceParams, theOneStream } from '../params/stream-reference'

const path = '/api/v1/default_streams'
const errors = [AdministratorRequiredError, InvalidStreamIdError, StreamDoesNotExistError]

export const addDefaultStreamEndpoint = endpoint({
  method: 'POST',
  path,
  tag: 'streams',
  summary: 'Subscribe new accounts to a stream; administrators only',
  auth: 'basic',
  params: streamReferenceParams,
  response: {},
  errors,

  async handler({ ctx, requester, params }) {
    await setDefaultStream(ctx, requester, theOneStream(params), true)
    return {}
  },
})

export const removeDefaultStreamEndpoint = endpoint({
  method: 'DELETE',
  path,
  tag: 'streams',
  summary: 'Subscribe new accounts to a stream no longer; administrators only',
  auth: 'basic',
  params: streamReferenceParams,
  response: {},
  errors,

  async handler({ ctx, requester, params }) {
    await setDefaultStream(ctx, requester, theOneStream(params), false)
    return {}
  },
})
