import type { AppContext } from '../../context'
import { LoginFailedError } from '../errors'
import type { Identity } from './identity'
import { createProviderFetch } from './outgoing-fetch'
import type { Answer } from './answer'

/* Services whose API tells about the owner of an access token. */

type Context = Pick<AppContext, 'addresses'>

/** Addresses that GitHub makes up; nobody receives mail there. */
const madeUpAddress = /@users\.noreply\.github\.com$/i

/** Source: docs/protocol/single-sign-on.md#github. */
export async function identifyAtGitHub(ctx: Context, { tokens }: Answer): Promise<Identity> {
  const read = (path: string) => readJson(ctx, `https://api.github.com${path}`, tokens.access_token)
  const [person, emails] = await Promise.all([read('/user'), read('/user/emails')])
  const user = person as { id: number; login: string; name?: string | null }
  const verified = (emails as { email: string; primary: boolean; verified: boolean }[])
    .filter(({ email, verified }) => verified && !madeUpAddress.test(email))
    .sort((one, other) => Number(other.primary) - Number(one.primary))
  return {
    issuer: 'https://github.com',
    subject: String(user.id),
    addresses: verified.map(({ email }) => email),
    fullName: user.name ?? user.login,
    claims: { user: person, emails },
  }
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
