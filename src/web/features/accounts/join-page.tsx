import { useSignal } from '@preact/signals'
import { call } from '../../data/api/call'
import * as t from '../../texts/en'
import type { Organisation } from '../door/use-organisation'
import { AccountDoor, LogInLink } from './account-door'
import { AddressForm } from './address-form'
import type { Confirmation } from './confirmation'
import { JoinForm } from './join-form'
import { KeyDoor } from './key-door'
import { LookIntoMail } from './look-into-mail'
import { LostLink } from './lost-link'
import { isLost, useKeyCheck } from './use-key-check'

interface JoinPageProps {
  organisation: Organisation | undefined | null
  accountKey: string
}

/** Sign-up page for an invitation or a confirmed address. */
export function JoinPage({ organisation, accountKey: key }: JoinPageProps) {
  const check = useKeyCheck<Confirmation>('/accounts/confirmation', key)
  const sentTo = useSignal<string | undefined>(undefined)
  const isLostMeanwhile = useSignal(false)
  const title = t.accounts.join(organisation?.realm_name ?? t.accounts.here)

  async function send(email: string): Promise<void> {
    try {
      await call('POST', '/accounts/register', { email, key })
      sentTo.value = email
    } catch (error) {
      if (!isLost(error)) throw error
      isLostMeanwhile.value = true
    }
  }

  if (isLostMeanwhile.value) return <LostLink organisation={organisation} page="join" />
  if (check.is !== 'good') {
    return <KeyDoor organisation={organisation} page="join" check={check} title={title} />
  }
  const { answer } = check
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
      title={t.accounts.join(answer.realm_name)}
      lead={
        <>
          {answer.invited_by !== null && (
            <p>
              <bdi>{answer.invited_by}</bdi> {t.accounts.invitedYou}
            </p>
          )}
          {answer.needs_confirmation && <p>{t.accounts.mailFirst}</p>}
        </>
      }
      ways={<LogInLink>{t.accounts.haveAccount}</LogInLink>}
    >
      {answer.needs_confirmation ? (
        <AddressForm submit={t.accounts.goOn} onSend={send} />
      ) : (
        <JoinForm
          accountKey={key}
          confirmation={answer}
          organisation={organisation}
          onLost={() => (isLostMeanwhile.value = true)}
        />
      )}
    </AccountDoor>
  )
}
