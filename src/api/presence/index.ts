import type { Endpoint } from '../../http/endpoint'
import { getPresenceEndpoint } from './get-presence'
import { getStatusEndpoint } from './get-status'
import { listPresencesEndpoint } from './list-presences'
import { sendTypingEndpoint } from './send-typing'
import { updatePresenceEndpoint } from './update-presence'
import { updateStatusEndpoint } from './update-status'

/** What people are about: whether they are there, type, and what they say of themselves. */
export const presenceEndpoints: readonly Endpoint[] = [
  updatePresenceEndpoint,
  getPresenceEndpoint,
  listPresencesEndpoint,
  sendTypingEndpoint,
  updateStatusEndpoint,
  getStatusEndpoint,
]
