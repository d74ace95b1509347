import type { BotRecord, UserRecord } from './users'

/*
 * Events about accounts, with the fields of both old and new clients.
 * Source: docs/protocol/events.md#realm-user.
 */

export type UserEvent =
  | { type: 'realm_user'; op: 'add'; person: UserRecord }
  | { type: 'realm_user'; op: 'update'; person: UserChanges }

/** The changed fields of an account. */
export interface UserChanges extends Partial<
  Pick<
    UserRecord,
    | 'delivery_email'
    | 'is_active'
    | 'is_imported_stub'
    | 'full_name'
    | 'short_name'
    | 'timezone'
    | 'role'
    | 'is_owner'
    | 'is_admin'
    | 'is_guest'
    | 'is_billing_admin'
    | 'avatar_url'
    | 'avatar_version'
    | 'bot_owner_id'
  >
> {
  user_id: number
  /** The address before the change. */
  email?: string
  new_email?: string
  avatar_source?: string
  avatar_url_medium?: string | null
  /** Null: the bot has no owner. */
  bot_owner?: string | null
  /** A null value: the field was emptied. */
  custom_profile_field?: { id: number; value: string | null; rendered_value?: string | null }
}

export type BotEvent =
  | { type: 'realm_bot'; op: 'add'; bot: BotRecord }
  | {
      type: 'realm_bot'
      op: 'update'
      bot: Pick<BotRecord, 'email' | 'user_id'> & Partial<BotRecord>
    }
  | { type: 'realm_bot'; op: 'delete'; bot: Pick<BotRecord, 'email' | 'user_id'> }
