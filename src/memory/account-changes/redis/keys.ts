/** The names of the account announcements in Redis. All on one node of a cluster. */
export function accountKeys(prefix: string) {
  const tag = `{${prefix}:accounts}:`
  return {
    /** Sorted set: workers by the time in ms at which they signed in last. */
    workers: `${tag}workers`,
    /** Channel of every worker: accounts that were changed. */
    changes: `${tag}changes`,
    /** Channel per worker: who has forgotten what it announced. */
    answers: (worker: string) => `${tag}answers:${worker}`,
  }
}
