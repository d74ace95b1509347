import * as t from '../../texts/catalog'
import type { Organization } from './use-organization'
import styles from './logged-out.module.css'

interface ProviderLinksProps {
  organization: Organization | undefined | null
  /** Logs in, or makes an account. */
  purpose: 'login' | 'signup'
  /** Further arguments of the address. */
  query: Readonly<Record<string, string>>
}

/** The method by which apps open this page. */
const ownMethod = 'parley'

/** Links to the providers by which people log in. Source: docs/protocol/single-sign-on.md#external-methods. */
export function ProviderLinks({ organization, purpose, query }: ProviderLinksProps) {
  const methods = (organization?.external_authentication_methods ?? []).filter(
    ({ name }) => name !== ownMethod,
  )
  if (methods.length === 0) return null
  const search = new URLSearchParams(query).toString()
  return (
    <ul role="list" class={styles['providers']} aria-label={t.login.providers}>
      {methods.map(({ name, display_name, login_url, signup_url }) => (
        <li key={name}>
          <a
            class={`button ${styles['provider']}`}
            href={`${purpose === 'login' ? login_url : signup_url}${search && `?${search}`}`}
          >
            <span dir="auto">{t.login.by(display_name)}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
