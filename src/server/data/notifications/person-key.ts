/** The key of an account, as rows of notifications have it. */
export interface PersonKey {
  realm_id: number
  user_id: number
}

/** Its columns, for `rowsAs`. */
export const personColumns = { realm_id: 'bigint', user_id: 'bigint' } as const
