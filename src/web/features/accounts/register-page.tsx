import { useSignal } from '@preact/signals'
import { call } from '../../data/api/call'
import * as t from '../../texts/catalog'
import type { Organization } from '../logged-out/use-organization'
import { ProviderLinks } from '../logged-out/provider-links'
import { AccountDoor, LogInLink } from './account-pages'
import { AddressForm } from './address-form'
import { LookIntoMail } from './check-your-mail'

/** Requests a sign-up mail for an account without invitation. */
export function RegisterPage({ organization }: { organization: Organization | undefined | null }) {
  const sentTo = useSignal<string | undefined>(undefined)
  const name = organization?.realm_name ?? t.accounts.here

  async function send(email: string): Promise<void> {
    await call('POST /accounts/register', { email })
    sentTo.value = email
  }

  if (organization?.realm_invite_required === true) {
    return (
      <AccountDoor
        organization={organization}
        title={t.accounts.onlyInvited(name)}
        lead={<p>{t.accounts.onlyInvitedHint}</p>}
        ways={<LogInLink>{t.accounts.haveAccount}</LogInLink>}
      />
    )
  }
  const hasPasswords = organization?.email_auth_enabled !== false
  if (hasPasswords && organization?.mail_enabled === false) {
    return (
      <AccountDoor
        organization={organization}
        title={t.accounts.noMail}
        lead={<p>{t.accounts.noMailSignUp(name)}</p>}
        ways={<LogInLink>{t.accounts.haveAccount}</LogInLink>}
      />
    )
  }
  const address = sentTo.value
  if (address !== undefined) {
    return (
      <LookIntoMail
        organization={organization}
        address={address}
        texts={t.accounts.linkIsOnItsWay}
        onSendAgain={async () => send(address)}
        onOtherAddress={() => (sentTo.value = undefined)}
      />
    )
  }
  return (
    <AccountDoor
      organization={organization}
      title={t.accounts.signUp(name)}
      lead={hasPasswords && <p>{t.accounts.mailFirst}</p>}
      ways={<LogInLink>{t.accounts.haveAccount}</LogInLink>}
    >
      {hasPasswords && <AddressForm submit={t.accounts.sendSignUp} onSend={send} />}
      <ProviderLinks organization={organization} purpose="signup" query={{}} />
    </AccountDoor>
  )
}
