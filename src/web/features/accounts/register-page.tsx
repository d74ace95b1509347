import { useSignal } from '@preact/signals'
import { call } from '../../data/api/call'
import * as t from '../../texts/en'
import type { Organisation } from '../door/use-organisation'
import { AccountDoor, LogInLink } from './account-door'
import { AddressForm } from './address-form'
import { LookIntoMail } from './look-into-mail'

/** Requests a sign-up mail for an account without invitation. */
export function RegisterPage({ organisation }: { organisation: Organisation | undefined | null }) {
  const sentTo = useSignal<string | undefined>(undefined)
  const name = organisation?.realm_name ?? t.accounts.here

  async function send(email: string): Promise<void> {
    await call('POST', '/accounts/register', { email })
    sentTo.value = email
  }

  if (organisation?.realm_invite_required === true) {
    return (
      <AccountDoor
        organisation={organisation}
        title={t.accounts.onlyInvited(name)}
        lead={<p>{t.accounts.onlyInvitedHint}</p>}
        ways={<LogInLink>{t.accounts.haveAccount}</LogInLink>}
      />
    )
  }
  if (organisation?.mail_enabled === false) {
    return (
      <AccountDoor
        organisation={organisation}
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
        organisation={organisation}
        address={address}
        texts={t.accounts.linkIsOnItsWay}
        onSendAgain={async () => send(address)}
        onOtherAddress={() => (sentTo.value = undefined)}
      />
    )
  }
  return (
    <AccountDoor
      organisation={organisation}
      title={t.accounts.signUp(name)}
      lead={<p>{t.accounts.mailFirst}</p>}
      ways={<LogInLink>{t.accounts.haveAccount}</LogInLink>}
    >
      <AddressForm submit={t.accounts.sendSignUp} onSend={send} />
    </AccountDoor>
  )
}
