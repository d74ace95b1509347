/** CPU used so far, or in between, in seconds. */
export interface CpuSeconds {
  /** The processes that clients talk to; includes the yardstick. */
  workers: number
  redis: number
  /** Undefined if unknown. */
  postgres: number | undefined
}

export function cpuBetween(before: CpuSeconds, after: CpuSeconds): CpuSeconds {
  const postgres =
    before.postgres === undefined || after.postgres === undefined
      ? undefined
      : after.postgres - before.postgres
  return { workers: after.workers - before.workers, redis: after.redis - before.redis, postgres }
}

/** Workers, Redis and, if known, PostgreSQL. */
export function totalCpu({ workers, redis, postgres }: CpuSeconds): number {
  return workers + redis + (postgres ?? 0)
}
