import { collectDefaultMetrics } from 'prom-client'
import type { Metrics } from './metrics'

const dayMs = 86_400_000

/**
 * Adds metrics of the process itself: memory, garbage collection, open files. They are measured
 * until the process ends and keep their worker in memory; a worker that ends earlier must not use
 * this.
 *
 * `parley_event_loop_delay_seconds` measures the event loop; the library's own measurement would
 * wake an idle process a hundred times a second.
 */
export function measureProcess({ registry }: Metrics): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: dayMs })
  for (const name of ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99']) {
    registry.removeSingleMetric(`nodejs_eventloop_lag_${name}_seconds`)
  }
}
