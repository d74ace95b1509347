import { muteTopicEndpoint } from './mute-topic'
import { muteUserEndpoint } from './mute-user'
import { setTopicVisibilityEndpoint } from './set-topic-visibility'
import { unmuteUserEndpoint } from './unmute-user'

export const mutesEndpoints = [
  setTopicVisibilityEndpoint,
  muteTopicEndpoint,
  muteUserEndpoint,
  unmuteUserEndpoint,
]
