import type { Generated } from 'kysely'
import type { Id, Timestamp } from './columns'

/* Services, jobs and storage of bots. */

/** Format of the calls to a service: 1 generic, 2 Slack-style. */
export type ServiceInterface = 1 | 2

export interface BotServicesTable {
  realm_id: number
  bot_id: number
  name: string
  base_url: string
  interface: ServiceInterface
  token: string
}

/** Why a service is called about a message. */
type WebhookTrigger = 'mention' | 'direct_message'

export interface WebhookJobsTable {
  realm_id: number
  id: Id
  bot_id: number
  trigger: WebhookTrigger
  message: string
  attempts: Generated<number>
  losses: Generated<number>
  due_at: Timestamp
  created_at: Timestamp
}

export interface BotStorageTable {
  realm_id: number
  bot_id: number
  key: string
  value: string
}
