import { useSignal } from '@preact/signals'
import { call } from '../../data/api/call'
import * as t from '../../texts/catalog'
import type { Organization } from '../logged-out/use-organization'
import { ProviderLinks } from '../logged-out/provider-links'
import { AccountDoor, LogInLink } from './account-pages'
import { AddressForm } from './address-form'
import { JoinForm } from './join-form'
import { KeyDoor } from './link-gate'
import { LookIntoMail } from './check-your-mail'
import { LostLink } from './invalid-link'
import { isLost, useKeyCheck } from './use-key-check'

interface JoinPageProps {
  organization: Organization | undefined | null
  accountKey: string
}

const askForConfirmation = (key: string) => call('POST /accounts/confirmation', { key })

/** Sign-up page for an invitation or a confirmed address. */
export function JoinPage({ organization, accountKey: key }: JoinPageProps) {
  const check = useKeyCheck(askForConfirmation, key)
  const sentTo = useSignal<string | undefined>(undefined)
  const isLostMeanwhile = useSignal(false)
  const title = t.accounts.join(organization?.realm_name ?? t.accounts.here)

  async function send(email: string): Promise<void> {
    try {
      await call('POST /accounts/register', { email, key })
      sentTo.value = email
    } catch (error) {
      if (!isLost(error)) throw error
      isLostMeanwhile.value = true
    }
  }

  if (isLostMeanwhile.value) return <LostLink organization={organization} page="join" />
  if (check.is !== 'good') {
    return <KeyDoor organization={organization} page="join" check={check} title={title} />
  }
  const { answer } = check
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
  const canJoinHere = organization?.email_auth_enabled !== false || answer.name_at_provider !== null
  const form = answer.needs_confirmation ? (
    <AddressForm submit={t.accounts.goOn} onSend={send} />
  ) : (
    <JoinForm
      accountKey={key}
      confirmation={answer}
      organization={organization}
      onLost={() => (isLostMeanwhile.value = true)}
    />
  )
  return (
    <AccountDoor
      organization={organization}
      title={t.accounts.join(answer.realm_name)}
      lead={
        <>
          {answer.invited_by !== null && (
            <p>
              <bdi>{answer.invited_by}</bdi> {t.accounts.invitedYou}
            </p>
          )}
          {canJoinHere && answer.needs_confirmation && <p>{t.accounts.mailFirst}</p>}
        </>
      }
      ways={<LogInLink>{t.accounts.haveAccount}</LogInLink>}
    >
      {canJoinHere && form}
      {answer.name_at_provider === null && (
        <ProviderLinks
          organization={organization}
          purpose="signup"
          query={{ multiuse_object_key: key }}
        />
      )}
    </AccountDoor>
  )
}
