import { keyOf } from '../job/job'
import type { ImportJob } from '../job/job'

export function isKey(key: string | undefined): key is string {
  return key !== undefined && key !== ''
}

/** Names people in the report whom a record names and no other record describes, and whose part of it is left out. */
export function remarkUnknown(
  { report }: ImportJob,
  what: string,
  keys: readonly (string | undefined)[],
  known: ReadonlyMap<string, number>,
): void {
  for (const key of keys) {
    if (!isKey(key) || known.has(keyOf(key))) continue
    report.remark({ reason: `${what} of a person whom no list of the archive has`, file: key })
  }
}
