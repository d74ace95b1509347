import type { AppContext } from '../../../context'

/** The dependencies of a trace. */
export interface TracingContext extends Pick<AppContext, 'clock' | 'config' | 'db'> {
  /** Absent: the queues are in the memory of another process. */
  events?: Pick<AppContext['events'], 'listOf'>
}
