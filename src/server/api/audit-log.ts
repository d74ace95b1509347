import { Type } from '@sinclair/typebox'
import { endpoint } from '../http/declare/endpoint'
import { integer, text } from '../http/declare/params'
import { affectedTypes, auditedActs, listAudit } from '../chat/notify/audit-log'
import { OwnerRequiredError } from '../chat/rules/errors'
import { auditEntrySchema } from '../../shared/audit-log'
import { presentAuditEntry } from '../wire/audit-log'

const listAuditEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/audit_log',
  tag: 'audit log',
  summary: 'List the administrative acts; owners only',
  description:
    'Newest first. Go on with the smallest id as `before` until found_oldest is true. ' +
    `Acts: ${auditedActs.join(', ')}.`,
  auth: 'basic',
  params: {
    before: integer({ optional: true, min: 1, description: 'Only entries with smaller ids' }),
    limit: integer({ default: 100, min: 1, max: 1_000, description: 'Most entries to answer' }),
    act: text({ optional: true, maxLength: 60, description: 'Only acts of this kind' }),
    acting_user_id: integer({ optional: true, min: 0, description: 'Only acts of this user' }),
    affected_type: text({
      optional: true,
      maxLength: 60,
      description: `Only acts on one of: ${affectedTypes.join(', ')}`,
    }),
    affected_id: integer({
      optional: true,
      min: 0,
      description: 'Only acts on the object with this id',
    }),
  },
  response: {
    entries: Type.Array(auditEntrySchema),
    found_oldest: Type.Boolean({ description: 'Whether there is nothing older' }),
  },
  errors: [OwnerRequiredError],

  async handler({ ctx, requester, params }) {
    const { entries, foundOldest } = await listAudit(ctx, requester, {
      before: params.before,
      limit: params.limit,
      act: params.act,
      actingUserId: params.acting_user_id,
      affectedType: params.affected_type,
      affectedId: params.affected_id,
    })
    return { entries: entries.map(presentAuditEntry), found_oldest: foundOldest }
  },
})

export const auditLogEndpoints = [listAuditEndpoint]
