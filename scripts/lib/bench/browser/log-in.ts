import { createHash, randomBytes } from 'node:crypto'
import type { Client } from 'pg'

/** Inserts a session for a user directly into the database; answers the cookie for the browser. */
export async function insertSession(
  client: Client,
  { realm, user, url }: { realm: string; user: number; url: string },
): Promise<{ name: string; value: string; url: string }> {
  const token = randomBytes(32).toString('base64url')
  await client.query(sessionOf, [
    realm,
    user,
    createHash('sha256').update(token).digest('base64url'),
  ])
  return { name: 'sessionid', value: token, url }
}

const sessionOf = `
  insert into sessions (realm_id, user_id, token_hash, address, browser)
  select realms.id, users.id, $3, '127.0.0.1', 'benchmark'
  from realms join users on users.realm_id = realms.id
  where realms.string_id = $1 and users.email = 'bench-' || $2::int || '@bench.invalid'`
