import type { ColumnType } from 'kysely'
import type { Id, Role } from './columns'

/* How people let others in. */

export interface InvitationsTable {
  realm_id: number
  id: Id
  invited_by: number
  /** The role that newcomers get. */
  invited_as: Role
  /** Address of the one person who is invited; null: whoever has the link. */
  email: string | null
  /** Key of the link; null: of one person. */
  link_key: string | null
  stream_ids: number[]
  group_ids: number[]
  with_default_streams: boolean
  notifies_inviter: boolean
  created_at: Date
  /** null: never. */
  expires_at: Date | null
  /** When the person is to be reminded; null: not, or no more. */
  remind_at: Date | null
  used_at: Date | null
  revoked_at: Date | null
}

export interface InvitationDaysTable {
  realm_id: number
  day: ColumnType<Date, string, string>
  sent: number
}
