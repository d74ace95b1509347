import type { Endpoint } from '../../http/declare/endpoint'
import { getPresenceEndpoint, listPresencesEndpoint, updatePresenceEndpoint } from './presence'
import { getStatusEndpoint, updateStatusEndpoint, updateStatusOfEndpoint } from './status'
import { sendEditTypingEndpoint, sendTypingEndpoint } from './typing'

/**
 * Endpoints about what people are about: whether they are there, type, and what they say of
 * themselves.
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
