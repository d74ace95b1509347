import { isDeepStrictEqual } from 'node:util'
import { Value } from '@sinclair/typebox/value'
import type { DeclaredSettings } from '../../../chat/rules/settings/declare'
import type { ImportJob } from '../job/job'

/** Settings that are columns, and not part of `settings`. */
const ofColumns = { waiting_period_threshold: 'waiting_period_days' } as const

/** Settings that exist here and have a valid value; the others are reported. */
export function checkedSettings(
  job: ImportJob,
  declared: DeclaredSettings,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).filter(([name, value]) => {
      if (Object.hasOwn(ofColumns, name)) return false
      const setting = declared[name]
      const isValid = setting !== undefined && Value.Check(setting.schema, value)
      if (!isValid && setting) {
        job.report.remark({ reason: `Setting without a valid value: ${name}`, file: 'settings' })
      }
      return isValid && !isDeepStrictEqual(value, setting.default)
    }),
  )
}
