import type { NamedKey } from '../../shared/api-keys'
import type { ApiKeyRow } from '../data/schema'
import { unixSeconds } from './time'

export function presentNamedKey(key: ApiKeyRow): NamedKey {
  const { id, name, scope, created_at, expires_at, last_used_at } = key
  return {
    ...{ id, name, scope },
    created_at: unixSeconds(created_at),
    expires_at: expires_at && unixSeconds(expires_at),
    last_used_at: last_used_at && unixSeconds(last_used_at),
  }
}
