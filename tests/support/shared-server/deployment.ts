import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { shapedLike } from '../checked'
import type { Door, MadeRealm, NewTestRealm } from './door'

const run = promisify(execFile)

/**
 * The running server that TEST_BASE_URL names: a container, a cluster behind its proxy, a deployment.
 * TEST_CREATE_REALM is the command `parley create-realm` for that server's database; it creates an
 * organization for each file of tests, at a subdomain of the server's host. Undefined if the tests start a
 * server themselves.
 */
export function findDeployment(): { baseUrl: URL; door: Door } | undefined {
  const { TEST_BASE_URL: address, TEST_CREATE_REALM: command } = process.env
  if (!address) return undefined
  if (!command) throw new Error('TEST_BASE_URL needs TEST_CREATE_REALM.')
  const door: Door = {
    createRealm: (realm) => createRealm(command, realm),
    announce: () => Promise.reject(new BehindTheServerError()),
    makeExports: () => Promise.reject(new BehindTheServerError()),
  }
  return { baseUrl: new URL(address), door }
}

/** A test used the control door for something that a deployment cannot do. */
class BehindTheServerError extends Error {
  constructor() {
    super('This test needs direct access to its server, which TEST_BASE_URL does not offer.')
  }
}

async function createRealm(command: string, realm: NewTestRealm): Promise<MadeRealm> {
  const { email, fullName, password } = realm.owner
  const args = [realm.stringId, '--name', realm.name, '--owner-email', email]
  args.push('--owner-name', fullName, '--owner-password', password, '--json')
  const { stdout } = await run('sh', ['-c', `${command} "$@"`, 'sh', ...args])
  const made = shapedLike(JSON.parse(stdout), { realm_id: 0, owner: { user_id: 0, api_key: '' } })
  return { realmId: made.realm_id, userId: made.owner.user_id, apiKey: made.owner.api_key }
}
