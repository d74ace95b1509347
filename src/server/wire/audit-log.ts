import type { AuditEntry } from '../../shared/audit-log'
import type { AuditLogRow } from '../data/schema'
import { unixSeconds } from './time'

export function presentAuditEntry(row: AuditLogRow): AuditEntry {
  const { realm_id: _realm, created_at, ...rest } = row
  return { ...rest, time: unixSeconds(created_at) }
}
