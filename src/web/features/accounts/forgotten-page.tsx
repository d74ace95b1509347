import { useSignal } from '@preact/signals'
import { call } from '../../data/api/call'
import * as t from '../../texts/catalog'
import type { Organization } from '../logged-out/use-organization'
import { AccountDoor, LogInLink } from './account-pages'
import { AddressForm } from './address-form'
import { LookIntoMail } from './check-your-mail'

/** Requests a password reset mail. */
export function ForgottenPage({ organization }: { organization: Organization | undefined | null }) {
  const sentTo = useSignal<string | undefined>(undefined)

  async function send(email: string): Promise<void> {
    await call('POST /accounts/password/reset', { email })
    sentTo.value = email
  }

  if (organization?.mail_enabled === false) {
    return (
      <AccountDoor
        organization={organization}
        title={t.accounts.noMail}
        lead={<p>{t.accounts.noMailReset(organization.realm_name)}</p>}
        ways={<LogInLink />}
      />
    )
  }
  const address = sentTo.value
  if (address !== undefined) {
    return (
      <LookIntoMail
        organization={organization}
        address={address}
        texts={t.accounts.resetIsOnItsWay}
        onSendAgain={async () => send(address)}
        onOtherAddress={() => (sentTo.value = undefined)}
      />
    )
  }
  return (
    <AccountDoor
      organization={organization}
      title={t.accounts.forgotten}
      lead={<p>{t.accounts.forgottenHint}</p>}
      ways={<LogInLink />}
    >
      <AddressForm submit={t.accounts.sendReset} onSend={send} />
    </AccountDoor>
  )
}
