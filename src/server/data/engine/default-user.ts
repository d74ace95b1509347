import { userInfo } from 'node:os'
import pg from 'pg'

/** Lets a `DATABASE_URL` without a user mean the account of this process, as programs of PostgreSQL do. */
export function connectAsProcessUser(): void {
  pg.defaults.user ??= accountName()
}

/** Containers may run as a number without a name. */
function accountName(): string | undefined {
  try {
    return userInfo().username
  } catch {
    return undefined
  }
}
