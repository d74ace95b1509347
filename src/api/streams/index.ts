import { addDefaultStreamEndpoint, removeDefaultStreamEndpoint } from './default-streams'
import { deleteStreamEndpoint } from './delete-stream'
import { getEmailAddressEndpoint } from './get-email-address'
import { getStreamEndpoint } from './get-stream'
import { deleteTopicEndpoint } from './delete-topic'
import { getStreamIdEndpoint } from './get-stream-id'
import { listStreamMembersEndpoint } from './list-stream-members'
import { listStreamsEndpoint } from './list-streams'
import { listTopicsEndpoint } from './list-topics'
import { updateStreamEndpoint } from './update-stream'

export const streamsEndpoints = [
  listStreamsEndpoint,
  getStreamIdEndpoint,
  getStreamEndpoint,
  updateStreamEndpoint,
  deleteStreamEndpoint,
  listStreamMembersEndpoint,
  listTopicsEndpoint,
  getEmailAddressEndpoint,
  addDefaultStreamEndpoint,
  removeDefaultStreamEndpoint,
  deleteTopicEndpoint,
]
