import { withoutTrailing } from '../../../shared/rules/characters'
import type { State } from '../records/state'
import { randomName } from './alone'

type CallSettings = Pick<
  State,
  'realm_video_chat_provider' | 'realm_jitsi_server_url' | 'server_jitsi_server_url'
>

const jitsi = 1

/**
 * The address of a new call, whose name nobody can guess; undefined if the organization has no calls.
 * Source: docs/protocol/realm-settings.md#calls.
 */
export function newCallAddress(settings: Readonly<CallSettings>): string | undefined {
  const server = settings.realm_jitsi_server_url ?? settings.server_jitsi_server_url
  if (settings.realm_video_chat_provider !== jitsi || server === null) return undefined
  return `${withoutTrailing(server, '/')}/${randomName()}`
}
