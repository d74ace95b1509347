import { deleteStreamEndpoint } from './delete-stream'
import { getStreamIdEndpoint } from './get-stream-id'
import { listStreamMembersEndpoint } from './list-stream-members'
import { listStreamsEndpoint } from './list-streams'
import { listTopicsEndpoint } from './list-topics'
import { updateStreamEndpoint } from './update-stream'

export const streamsEndpoints = [
  listStreamsEndpoint,
  getStreamIdEndpoint,
  updateStreamEndpoint,
  deleteStreamEndpoint,
  listStreamMembersEndpoint,
  listTopicsEndpoint,
]
