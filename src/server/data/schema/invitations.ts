import type { ColumnType } from 'kysely'
import type { Role } from '../../../shared/rules/roles'
import type { Id } from './columns'

/* Invitations. */

export interface InvitationsTable {
  realm_id: number
  id: Id
  invited_by: number
  /** The role of the new accounts. */
  invited_as: Role
  /** Address of the one invited person; null for a link that anybody may use. */
  email: string | null
  /** Key of the link; null for an invitation of one person. */
  link_key: string | null
  stream_ids: number[]
  group_ids: number[]
  with_default_streams: boolean
  notifies_inviter: boolean
  created_at: Date
  /** Null: never. */
  expires_at: Date | null
  /** Time of the reminder; null if there is none or it was sent. */
  remind_at: Date | null
  /** Second message of Welcome Bot; null: that of the organization, '': none. */
  welcome_text: string | null
  used_at: Date | null
  revoked_at: Date | null
}

export interface InvitationDaysTable {
  realm_id: number
  day: ColumnType<Date, string, string>
  sent: number
}
