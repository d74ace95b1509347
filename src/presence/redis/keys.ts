/** The names of presences in Redis. All on one node of a cluster. */
export function presenceKeys(prefix: string, realmId: number) {
  const realm = `{${prefix}:presence}:${realmId}:`
  return {
    /** Hash by user id: when they were active and connected, and their email; '' when forgotten. */
    records: `${realm}records`,
    /** Sorted set: user ids by the update id of their record. Both live as long as a record does. */
    order: `${realm}order`,
  }
}
