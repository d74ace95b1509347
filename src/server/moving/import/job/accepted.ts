import { ApiError } from '../../../lib/api-error'
import type { ImportJob } from './job'

/**
 * The result of a check that people's own input must pass; undefined, with a remark, if it refuses.
 * @param what the thing that is checked, and its name
 */
export async function accepted<T>(
  job: Pick<ImportJob, 'report'>,
  [what, name]: readonly [what: string, name: string],
  check: () => T | Promise<T>,
): Promise<T | undefined> {
  try {
    return await check()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    job.report.remark({ reason: `${what}: ${error.message}`, file: name })
    return undefined
  }
}
