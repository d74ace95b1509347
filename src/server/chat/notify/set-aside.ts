import type { AppContext } from '../../context'

/** Kinds of jobs that are set aside. Source: docs/operating.md#jobs. */
export type JobKind =
  | 'mail in'
  | 'import'
  | 'export'
  | 'link preview'
  | 'outgoing webhook'
  | 'push'
  | 'scheduled message'
  | 'deletion'

/**
 * Tells the operator that a job is not tried again, since workers were lost with it.
 * @param facts names the job
 */
export function reportSetAside(
  { log, metrics }: Pick<AppContext, 'log' | 'metrics'>,
  kind: JobKind,
  facts: Readonly<Record<string, unknown>>,
): void {
  metrics.jobsSetAside.inc({ kind })
  log.error({ kind, ...facts }, 'set a job aside: its worker or process was lost twice')
}
