import type { AppContext } from '../../context'
import { LoginFailedError } from '../errors'
import type { Identity } from './identity'
import { createProviderFetch } from './outgoing-fetch'
import type { Answer } from './answer'

/* Services whose API tells about the owner of an access token. */

type Context = Pick<AppContext, 'addresses'>

/** Addresses that GitHub makes up; nobody receives mail there. */
const madeUpAddress = /@users\.noreply\.github\.com$/i

export const gitHub = 'https://github.com'

/**
 * The person at GitHub, or at a GitHub Enterprise Server.
 * @throws LoginFailedError for a person who is no member of the wanted organization or team
 * Source: docs/protocol/single-sign-on.md#github.
 */
export async function identifyAtGitHub(
  ctx: Context,
  { tokens, provider: { name, options } }: Answer,
): Promise<Identity> {
  const issuer = options.issuer?.replace(/\/$/, '') ?? gitHub
  const api = issuer === gitHub ? 'https://api.github.com' : `${issuer}/api/v3`
  const read = (path: string) => readJson(ctx, `${api}${path}`, tokens.access_token)
  const [person, emails] = await Promise.all([read('/user'), read('/user/emails?per_page=100')])
  const user = person as { id: number; login: string; name?: string | null }
  const { organization } = options
  if (organization !== undefined && !(await isMember(read, organization, user.login))) {
    throw new LoginFailedError(`Only members of ${organization} may log in here by ${name}.`, {
      reason: `${user.login} is no member of ${organization}.`,
    })
  }
  const verified = (emails as { email: string; primary: boolean; verified: boolean }[])
    .filter(({ verified }) => verified)
    .sort((one, other) => Number(other.primary) - Number(one.primary))
    .map(({ email }) => email)
  return {
    issuer,
    subject: String(user.id),
    addresses: verified.filter((email) => !madeUpAddress.test(email)),
    onlyKnown: verified.filter((email) => madeUpAddress.test(email)),
    fullName: user.name ?? user.login,
    claims: { user: person, emails },
  }
}

/** @param organization `acme`, or `acme/team` */
async function isMember(
  read: (path: string) => Promise<unknown>,
  organization: string,
  login: string,
): Promise<boolean> {
  const [org = '', team] = organization.split('/').map(encodeURIComponent)
  const path =
    team === undefined
      ? `/user/memberships/orgs/${org}`
      : `/orgs/${org}/teams/${team}/memberships/${encodeURIComponent(login)}`
  const membership = await read(path).catch((error: unknown) => {
    if (error instanceof LoginFailedError) return {}
    throw error
  })
  return (membership as { state?: unknown }).state === 'active'
}

export async function identifyAtDiscord(ctx: Context, { tokens }: Answer): Promise<Identity> {
  const claims = await readJson(ctx, 'https://discord.com/api/users/@me', tokens.access_token)
  const user = claims as {
    id: string
    username: string
    global_name?: string | null
    email?: string | null
    verified?: boolean
  }
  const email = user.email ?? undefined
  const isVerified = user.verified === true
  return {
    issuer: 'https://discord.com',
    subject: user.id,
    addresses: email !== undefined && isVerified ? [email] : [],
    unverified: isVerified ? undefined : email,
    fullName: user.global_name ?? user.username,
    claims: { user: claims },
  }
}

async function readJson(
  { addresses }: Context,
  url: string,
  accessToken: string,
): Promise<unknown> {
  const headers = { authorization: `Bearer ${accessToken}`, accept: 'application/json' }
  const answer = await createProviderFetch(addresses)(url, { headers })
  if (answer.ok) return answer.json()
  throw new LoginFailedError('The provider did not tell who you are. Please try again.', {
    reason: `${new URL(url).pathname} answered ${answer.status}.`,
  })
}
