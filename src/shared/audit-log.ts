import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'

const orNull = <Schema extends ReturnType<typeof Type.String> | ReturnType<typeof Type.Integer>>(
  schema: Schema,
) => Type.Union([schema, Type.Null()])

const facts = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description })

/** An entry of the audit log for owners. Source: docs/protocol/accounts.md#get-audit-log. */
export const auditEntrySchema = Type.Object({
  id: Type.Integer(),
  time: Type.Integer({ description: 'Unix time in seconds' }),
  act: Type.String(),
  source: Type.String({ description: 'api, cli, or server' }),
  acting_user_id: orNull(Type.Integer()),
  address: orNull(Type.String()),
  client: orNull(Type.String()),
  affected_type: orNull(Type.String()),
  affected_id: orNull(Type.Integer()),
  before: facts('The changed facts as they were'),
  after: facts('The changed facts as they are'),
})

export type AuditEntry = Static<typeof auditEntrySchema>
