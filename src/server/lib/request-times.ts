import type { Metric, MetricValueWithName, Registry } from 'prom-client'

/** Polls are answered within 90 seconds, other requests much faster. */
const upperBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 90]

type Label = 'method' | 'endpoint' | 'status' | 'le'
type Value = MetricValueWithName<Label>

/** The times of requests with one method, endpoint and status. */
class Times {
  /**
   * Number of requests per bucket: above the previous bound, up to this one; the last: above all
   * bounds.
   */
  readonly counts = new Float64Array(upperBounds.length + 1)
  sum = 0

  constructor(
    readonly method: string,
    readonly endpoint: string,
    readonly status: number,
  ) {}
}

/**
 * Request times as a Prometheus histogram. The library's own histogram builds, checks and hashes
 * labels at each observation, which costs as much as all other work at the end of a request.
 */
export class RequestTimes {
  readonly name = 'parley_http_request_seconds'
  readonly help = 'Time to answer a request, by endpoint and status.'
  readonly type = 'histogram'
  readonly labelNames = ['method', 'endpoint', 'status'] as const
  private readonly byRequest = new Map<string, Times>()

  constructor(registry: Registry) {
    registry.registerMetric(this as unknown as Metric)
  }

  /**
   * @param seconds from the first byte of a request to the last byte of its response, including
   *   parked time
   */
  observe(method: string, endpoint: string, status: number, seconds: number): void {
    const name = `${method} ${status} ${endpoint}`
    let times = this.byRequest.get(name)
    if (!times) this.byRequest.set(name, (times = new Times(method, endpoint, status)))
    let bucket = 0
    while (seconds > (upperBounds[bucket] ?? Infinity)) bucket += 1
    times.counts[bucket] = (times.counts[bucket] as number) + 1
    times.sum += seconds
  }

  /** Called by the registry when the metrics are read. */
  async get(): Promise<{ name: string; help: string; type: string; values: Value[] }> {
    const values = [...this.byRequest.values()].flatMap((times) => this.valuesOf(times))
    const { name, help, type } = this
    return { name, help, type, values }
  }

  reset(): void {
    this.byRequest.clear()
  }

  private valuesOf({ method, endpoint, status, counts, sum }: Times): Value[] {
    const labels = { method, endpoint, status }
    const { name } = this
    let count = 0
    const buckets = [...upperBounds, '+Inf'].map((le, index) => {
      count += counts[index] as number
      return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: count }
    })
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: count },
    ]
  }
}
