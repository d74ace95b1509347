import { Redis } from 'ioredis'

export interface RedisFigures {
  cpuSeconds(): Promise<number>
  usedBytes(): Promise<number>
  stop(): void
}

/** Figures from Redis' INFO. */
export function watchRedis(url: string): RedisFigures {
  const redis = new Redis(url)
  const field = async (section: string, name: string): Promise<number> => {
    const info = await redis.info(section)
    return Number(new RegExp(`^${name}:(\\S+)`, 'm').exec(info)?.[1])
  }
  return {
    cpuSeconds: async () =>
      (await field('cpu', 'used_cpu_user')) + (await field('cpu', 'used_cpu_sys')),
    usedBytes: () => field('memory', 'used_memory'),
    stop: () => redis.disconnect(),
  }
}
