/**
 * The addresses that a REDIS_URL names. Several, separated by commas, are nodes of one Redis
 * Cluster, which lead to the others; one is a single Redis.
 */
export function redisAddresses(url: string): string[] {
  return url.split(',').map((address) => address.trim())
}

/** Whether a REDIS_URL names a Redis Cluster. */
export function isCluster(url: string): boolean {
  return redisAddresses(url).length > 1
}
