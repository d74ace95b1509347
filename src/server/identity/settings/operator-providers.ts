import { Value } from '@sinclair/typebox/value'
import type { AppContext } from '../../context'
import type { Config } from '../../config/config'
import type { WrittenProvider } from '../../config/settings/identity-providers'
import { BadRequestError } from '../../chat/rules/errors'
import type { OperatorProvider } from '../../data/identities/operator-providers'
import { isOnce, providerKinds } from '../../../shared/rules/identity-providers'
import { checkCommonRules } from '../claims/check-rules'
import { NoLoginProxiesError } from '../errors'
import { completeWrittenOptions } from './complete-written'
import { checkOptions, checkSecret } from '../providers/check-options'
import { checkName, checkSlug } from '../providers/names'
import { optionsSchema } from '../providers/options-schema'

/**
 * Checks the providers that the operator has set up.
 * @throws BadRequestError that names the provider
 * Source: docs/protocol/single-sign-on.md#operator-providers.
 */
export function checkOperatorProviders(
  config: Pick<Config, 'identityProviders' | 'loginProxies'>,
): AppContext['operatorProviders'] {
  const providers = config.identityProviders.map((written) => {
    try {
      return check(written, config)
    } catch (error) {
      if (!(error instanceof BadRequestError) && !(error instanceof NoLoginProxiesError))
        throw error
      throw refusal(written.slug, error.message)
    }
  })
  for (const [index, provider] of providers.entries()) {
    const clash = providers.slice(0, index).find((other) => areAtOdds(provider, other))
    if (clash) throw refusal(provider.slug, `it is at odds with the provider "${clash.slug}".`)
  }
  return providers
}

function refusal(slug: string, why: string): BadRequestError {
  return new BadRequestError(`IDENTITY_PROVIDERS, provider "${slug}": ${why}`)
}

function check(
  { kind: writtenKind, secret, ...written }: WrittenProvider,
  { loginProxies }: Pick<Config, 'loginProxies'>,
): OperatorProvider {
  const kind = providerKinds.find((each) => each === writtenKind)
  if (!kind) throw new BadRequestError(`kind must be one of ${providerKinds.join(', ')}.`)
  if (kind === 'ldap') {
    throw new BadRequestError('directories are set up in the settings of an organization.')
  }
  if (kind === 'proxy' && !loginProxies) throw new NoLoginProxiesError()
  const wrong = Value.Errors(optionsSchema, written.options).First()
  if (wrong) {
    throw new BadRequestError(`options${wrong.path.replaceAll('/', '.')}: ${wrong.message}.`)
  }
  const options = completeWrittenOptions(kind, written.options, written.metadata)
  checkOptions(kind, options)
  checkSecret(kind, options, secret)
  return {
    slug: checkSlug(written.slug),
    kind,
    display_name: checkName(written.displayName),
    options: { ...options },
    secret: secret === '' ? undefined : secret,
    is_enabled: written.isEnabled,
    signs_up_at_once: written.signsUpAtOnce,
    claim_rules: checkCommonRules(written.claimRules),
    created_at: new Date(0),
    organizations: written.organizations,
  }
}

/** Whether two providers cannot be in one organization, and are. */
function areAtOdds(one: OperatorProvider, other: OperatorProvider): boolean {
  const isSame = one.slug === other.slug
  const [kind] = providerKinds.filter((each) => each === one.kind)
  if (!isSame && !(kind && isOnce(kind) && one.kind === other.kind)) return false
  return (
    !one.organizations ||
    !other.organizations ||
    one.organizations.some((each) => other.organizations?.includes(each))
  )
}
