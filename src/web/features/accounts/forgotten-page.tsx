import { useSignal } from '@preact/signals'
import { call } from '../../data/api/call'
import * as t from '../../texts/en'
import type { Organisation } from '../door/use-organisation'
import { AccountDoor, LogInLink } from './account-door'
import { AddressForm } from './address-form'
import { LookIntoMail } from './look-into-mail'

/** Requests a password reset mail. */
export function ForgottenPage({ organisation }: { organisation: Organisation | undefined | null }) {
  const sentTo = useSignal<string | undefined>(undefined)

  async function send(email: string): Promise<void> {
    await call('POST', '/accounts/password/reset', { email })
    sentTo.value = email
  }

  if (organisation?.mail_enabled === false) {
    return (
      <AccountDoor
        organisation={organisation}
        title={t.accounts.noMail}
        lead={<p>{t.accounts.noMailReset(organisation.realm_name)}</p>}
        ways={<LogInLink />}
      />
    )
  }
  const address = sentTo.value
  if (address !== undefined) {
    return (
      <LookIntoMail
        organisation={organisation}
        address={address}
        texts={t.accounts.resetIsOnItsWay}
        onSendAgain={async () => send(address)}
        onOtherAddress={() => (sentTo.value = undefined)}
      />
    )
  }
  return (
    <AccountDoor
      organisation={organisation}
      title={t.accounts.forgotten}
      lead={<p>{t.accounts.forgottenHint}</p>}
      ways={<LogInLink />}
    >
      <AddressForm submit={t.accounts.sendReset} onSend={send} />
    </AccountDoor>
  )
}
