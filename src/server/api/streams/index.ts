import { createChannelEndpoint } from './create-channel'
import { addDefaultStreamEndpoint, removeDefaultStreamEndpoint } from './default-streams'
import { deleteStreamEndpoint, updateStreamEndpoint } from './change-stream'
import {
  getEmailAddressEndpoint,
  getStreamEndpoint,
  getStreamIdEndpoint,
  listStreamMembersEndpoint,
  listStreamsEndpoint,
} from './read-streams'
import { deleteTopicEndpoint, listTopicsEndpoint } from './topics'

export const streamsEndpoints = [
  listStreamsEndpoint,
  getStreamIdEndpoint,
  getStreamEndpoint,
  createChannelEndpoint,
  updateStreamEndpoint,
  deleteStreamEndpoint,
  listStreamMembersEndpoint,
  listTopicsEndpoint,
  getEmailAddressEndpoint,
  addDefaultStreamEndpoint,
  removeDefaultStreamEndpoint,
  deleteTopicEndpoint,
]
