import type { ProviderOptions } from '../../../src/shared/rules/identity-providers'
import { LoginFailedError } from '../../../src/server/identity/errors'
import { identifyByClaims } from '../../../src/server/identity/protocols/openid-claims'
import type { Identity } from '../../../src/server/identity/protocols/identity'
import { partOf } from '../../support/stand-ins'

const acme = '3d1e0a4c-5b7f-4a7a-9c1e-2f0d8b6a4c11'
const globex = '9a6c5f0e-1d2b-4c3a-8e7f-6b5a4c3d2e1f'
const issuerOf = (tenant: string) => `https://login.microsoftonline.com/${tenant}/v2.0`
const claims = { sub: 'ada', email: 'ada@acme.test', iss: issuerOf(acme), tid: acme }

/** The person of a token whose signature was checked. */
async function identify(
  changed: Readonly<Record<string, unknown>>,
  options: ProviderOptions = { tenant: 'common', tenants: [acme.toUpperCase()] },
): Promise<Identity> {
  const provider = { kind: 'entra', name: 'Entra', options }
  const tokens = { claims: () => ({ ...claims, ...changed }) }
  return identifyByClaims(
    partOf<Parameters<typeof identifyByClaims>[0]>({}),
    partOf<Parameters<typeof identifyByClaims>[1]>({ provider, tokens } as never),
  )
}

/* Source: docs/protocol/single-sign-on.md#tenants. */
describe('A token of Entra', () => {
  it('names a person of a listed company, whose address counts', async () => {
    expect(await identify({})).toMatchObject({
      ...{ issuer: issuerOf(acme), subject: 'ada', addresses: ['ada@acme.test'] },
    })
  })

  it.each([
    ['of another company', { tid: globex, iss: issuerOf(globex) }],
    ['that claims the tenant of another issuer', { iss: issuerOf(globex) }],
    ['without a tenant', { tid: undefined }],
  ])('is refused %s', async (_what, changed) => {
    await expect(identify(changed)).rejects.toThrow(LoginFailedError)
  })

  it.each<[unknown, boolean | undefined, string[]]>([
    [true, false, ['ada@acme.test']],
    ['1', false, ['ada@acme.test']],
    [undefined, false, []],
    [false, true, []],
    [undefined, true, ['ada@acme.test']],
    [undefined, undefined, ['ada@acme.test']],
  ])(
    'has addresses by xms_edov %j and trusts_addresses %j: %j',
    async (xms_edov, trusts, addresses) => {
      const trust = trusts === undefined ? {} : { trusts_addresses: trusts }
      const options = { tenant: 'common', tenants: [acme], ...trust }
      expect(await identify({ xms_edov }, options)).toMatchObject({ addresses })
    },
  )

  it('needs no list at a tenant of one company, whose issuer the library checks', async () => {
    expect(await identify({ tid: undefined }, { tenant: acme })).toMatchObject({ subject: 'ada' })
  })
})
