import type { Endpoint } from '../../http/declare/endpoint'
import { getPresenceEndpoint, listPresencesEndpoint, updatePresenceEndpoint } from './presence'
import { getStatusEndpoint, updateStatusEndpoint, updateStatusOfEndpoint } from './status'
import { sendEditTypingEndpoint, sendTypingEndpoint } from './typing'

/**
 * Endpoints for presence, typing notifications and statuses.
 */
export const presenceEndpoints: readonly Endpoint[] = [
  updatePresenceEndpoint,
  getPresenceEndpoint,
  listPresencesEndpoint,
  sendTypingEndpoint,
  sendEditTypingEndpoint,
  updateStatusEndpoint,
  updateStatusOfEndpoint,
  getStatusEndpoint,
]
