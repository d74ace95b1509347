/** CPU used so far, or in between, in seconds. */
export interface CpuSeconds {
  /** The processes that clients talk to; the yardstick is one, too. */
  workers: number
  redis: number
  /** Undefined where it cannot be known. */
  postgres: number | undefined
}

export function cpuBetween(before: CpuSeconds, after: CpuSeconds): CpuSeconds {
  const postgres =
    before.postgres === undefined || after.postgres === undefined
      ? undefined
      : after.postgres - before.postgres
  return { workers: after.workers - before.workers, redis: after.redis - before.redis, postgres }
}

/** Workers, Redis and, as far as it is known, PostgreSQL. */
export function totalCpu({ workers, redis, postgres }: CpuSeconds): number {
  return workers + redis + (postgres ?? 0)
}
