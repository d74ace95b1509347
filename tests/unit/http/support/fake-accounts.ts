import type { Accounts } from '../../../../src/server/http/pipeline/authenticate'
import { InvalidApiKeyError, NotLoggedInError } from '../../../../src/server/http/errors'
import type { Requester } from '../../../../src/server/chat/rules/authentication'

export const aliceKey = 'a'.repeat(32)
export const hookbotKey = 'h'.repeat(32)
/** Token of a session of alice. */
export const aliceToken = 'a'.repeat(43)

/** Header of an account that may call anything. */
export const asAlice = basic(`alice@chat.test:${aliceKey}`)
/** Header of a bot of type 2, which may only post to webhooks. */
export const asHookbot = basic(`hookbot@chat.test:${hookbotKey}`)

export function basic(credentials: string): string {
  return `Basic ${Buffer.from(credentials).toString('base64')}`
}

const users = [
  { id: 1, email: 'alice@chat.test', api_key: aliceKey, bot_type: null },
  { id: 2, email: 'hookbot@chat.test', api_key: hookbotKey, bot_type: 2 },
] as unknown as Requester[]

/** Two accounts in the root organization, found as server/chat/rules/authentication.ts would find them. */
export const fakeAccounts: Accounts = {
  async authenticateAccount(_ctx, subdomain, email, apiKey) {
    const user = await findByKey(apiKey)
    if (subdomain !== '' || user.email !== email) throw new InvalidApiKeyError()
    return user
  },
  async authenticateApiKey(_ctx, _subdomain, apiKey) {
    return findByKey(apiKey)
  },
  async authenticateSession(_ctx, { subdomain, token }) {
    if (subdomain !== '' || token !== aliceToken) throw new NotLoggedInError('Not logged in')
    const session = { id: 1, tokenHash: token, lastUsedAt: new Date() }
    return { ...(await findByKey(aliceKey)), session }
  },
  isStillCurrent: () => true,
}

async function findByKey(apiKey: string): Promise<Requester> {
  const user = users.find((candidate) => candidate.api_key === apiKey)
  if (!user) throw new InvalidApiKeyError()
  return user
}
