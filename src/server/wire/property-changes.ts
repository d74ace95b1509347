import type { ChangeOf } from '../../shared/property-changes'

/** The properties of a record, one by one. */
export function changesIn<R extends object>(record: Partial<R>): ChangeOf<R>[] {
  const changes = Object.entries(record).map(([property, value]) => ({ property, value }))
  return changes as ChangeOf<R>[]
}
