import type { BridgeChannelRow } from '../../../data/bridges/bridges'
import { textOf } from '../../import/archive/fields'
import type { Row } from '../../import/archive/fields'
import type { ParleySide } from '../bridge'
import type { SlackApi } from './api'
import type { SlackFiles } from './files'
import type { SlackPeople } from './people'

/** The bot of the bridge in Slack, as `auth.test` names it. */
interface SlackSelf {
  teamId: string
  userId: string
  botId: string
}

/** Both sides of a bridge to Slack. */
export interface SlackBridge {
  parley: ParleySide
  api: SlackApi
  self: SlackSelf
  people: SlackPeople
  files: SlackFiles
  channels: ReadonlyMap<string, BridgeChannelRow>
}

/** Whether the bridge itself wrote a message. Metadata does not tell: each app may write some. */
export function isOwn({ self }: Pick<SlackBridge, 'self'>, row: Row): boolean {
  const bot = textOf(row, 'bot_id')
  return (bot !== '' && bot === self.botId) || textOf(row, 'user') === self.userId
}

/** The key of a message in `import_keys`. */
export function messageKeyOf(channel: string, ts: string): string {
  return `${channel}/${ts}`
}
