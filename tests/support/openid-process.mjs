/*
 * A provider of OpenID Connect in a process of its own: `node openid-process.mjs PORT REDIRECT_URI`. Each person who comes
 * is logged in at once, as the account that `login_hint` names or else ada.
 */
import { createServer } from 'node:http'
import Provider from 'oidc-provider'

const [port, redirectUri] = process.argv.slice(2)

const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients: [
    {
      client_id: 'parley',
      client_secret: 'a secret of the client',
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code'],
      response_types: ['code'],
    },
  ],
  cookies: { keys: ['a key of the tests'] },
  pkce: { required: () => true },
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
  findAccount: (_ctx, accountId) => ({
    accountId,
    claims: () => ({
      sub: accountId,
      email: `${accountId}@parley.test`,
      email_verified: true,
      name: accountId,
    }),
  }),
})

async function interact(request, response) {
  const { prompt, params, session, grantId } = await provider.interactionDetails(request, response)
  if (prompt.name === 'login') {
    const login = { accountId: params.login_hint ?? 'ada' }
    return provider.interactionFinished(request, response, { login })
  }
  const known = grantId && (await provider.Grant.find(grantId))
  const grant =
    known || new provider.Grant({ accountId: session.accountId, clientId: params.client_id })
  grant.addOIDCScope(params.scope)
  const consent = { grantId: await grant.save() }
  return provider.interactionFinished(request, response, { consent })
}

const serve = provider.callback()
createServer((request, response) => {
  if (request.url.startsWith('/interaction/')) void interact(request, response)
  else void serve(request, response)
}).listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'))
