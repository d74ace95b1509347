import { useSignal } from '@preact/signals'
import { call } from '../../data/api/call'
import * as t from '../../texts/catalog'
import type { Organization } from '../logged-out/use-organization'
import { AccountDoor, WithAddress } from './account-pages'
import { forgetVisit } from './account-visit'
import { LostLink } from './invalid-link'
import { useAccountForm } from './use-account-form'
import { isLost } from './use-key-check'
import styles from './accounts.module.css'

interface PageProps {
  organization: Organization | undefined | null
  accountKey: string
}

/** Confirms a new address by a click. Loading the page does not confirm it, because mail scanners open links. */
export function NewAddressPage({ organization, accountKey: key }: PageProps) {
  const outcome = useSignal<{ email: string } | 'lost' | undefined>(undefined)
  const form = useAccountForm([], async () => {
    try {
      const { email } = await call('POST /accounts/confirm_new_email', {
        key,
      })
      forgetVisit()
      outcome.value = { email }
    } catch (error) {
      if (!isLost(error)) throw error
      outcome.value = 'lost'
    }
  })

  if (outcome.value === 'lost') return <LostLink organization={organization} page="address" />
  const goIn = t.accounts.goIn(organization?.realm_name ?? t.accounts.here)
  if (outcome.value) {
    const { email } = outcome.value
    return (
      <AccountDoor
        organization={organization}
        title={t.accounts.addressIsSet}
        lead={<WithAddress texts={t.accounts.addressIsSetHint} address={email} />}
        isAnswer
      >
        <a class="button primary" href="/">
          {goIn}
        </a>
      </AccountDoor>
    )
  }
  return (
    <AccountDoor
      organization={organization}
      title={t.accounts.confirmAddress}
      lead={<p>{t.accounts.confirmAddressHint}</p>}
      ways={<a href="/">{goIn}</a>}
    >
      <form class={styles['form']} onSubmit={form.onSubmit}>
        {form.refusal !== undefined && (
          <p class="notice bad" role="alert">
            {form.refusal}
          </p>
        )}
        <button class="button primary" disabled={form.isBusy} autofocus>
          {t.accounts.useAddress}
        </button>
      </form>
    </AccountDoor>
  )
}
