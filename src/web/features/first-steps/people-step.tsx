import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { call } from '../../data/api/call'
import { reasonOf } from '../../lib/reason-of'
import { useApp } from '../../context/app'
import * as t from '../../texts/catalog'
import { CopyButton } from '../../parts/copy-button/copy-button'
import { TextField } from '../../ui/form/fields'
import { Form } from '../../ui/form/form'
import { useForm } from '../../parts/form/use-form'
import { useLoaded } from '../../ui/loaded/use-loaded'
import { inviteByMail } from '../organization/invitations/invite-by-mail'
import { Outcome } from '../organization/invitations/outcome'
import type { InviteOutcome } from '../organization/invitations/outcome'
import type { StepProps } from './step-props'
import styles from './first-steps.module.css'

/** Setup step: invites people by mail, if the server sends any, or with a link. */
export function PeopleStep({ onDone }: StepProps) {
  const { navigation } = useApp()
  const sendsMail = useLoaded(() => call('GET /server_settings'), []).value?.mail_enabled === true
  return (
    <>
      {sendsMail && <MailForm onDone={onDone} />}
      <p>
        {sendsMail && t.firstSteps.orLink} {t.firstSteps.peopleHint}
      </p>
      <LinkMaker onDone={onDone} />
      <a href={navigation.hrefOf({ view: 'organization', path: ['invitations'] })}>
        {t.firstSteps.morePeople}
      </a>
    </>
  )
}

/** Invites by addresses, on the terms that the invite dialog begins with. */
function MailForm({ onDone }: StepProps) {
  const form = useForm('first-steps/people', { invitee_emails: '' })
  const outcome = useSignal<InviteOutcome | undefined>(undefined)
  return (
    <>
      <Form
        form={form}
        label={t.firstSteps.people}
        submit={t.firstSteps.sendMail}
        saved=""
        fieldOf={() => 'invitee_emails'}
        onSubmit={async ({ invitee_emails }) => {
          outcome.value = await inviteByMail({
            invitee_emails,
            stream_ids: [],
            include_realm_default_subscriptions: true,
          })
          await onDone(true)
        }}
        onSaved={() => form.reset()}
      >
        <TextField
          name="invitee_emails"
          label={t.firstSteps.addresses}
          hint={t.firstSteps.addressesHint}
          lines={2}
        />
      </Form>
      {outcome.value && <Outcome outcome={outcome.value} />}
    </>
  )
}

function LinkMaker({ onDone }: StepProps) {
  const link = useSignal<string | undefined>(undefined)
  const refusal = useSignal<string | undefined>(undefined)
  const isBusy = useSignal(false)
  const id = useId()

  async function make(): Promise<void> {
    isBusy.value = true
    refusal.value = undefined
    try {
      const { invite_link: made } = await call('POST /invites/multiuse', {
        stream_ids: [],
        include_realm_default_subscriptions: true,
      })
      link.value = made
      await onDone(true)
    } catch (error) {
      refusal.value = reasonOf(error)
    }
    isBusy.value = false
  }

  return (
    <>
      {link.value === undefined ? (
        <div>
          <button class="button primary" disabled={isBusy.value} onClick={() => void make()}>
            {t.firstSteps.makeLink}
          </button>
        </div>
      ) : (
        <div class={styles['link']}>
          <label for={id}>{t.firstSteps.link}</label>
          <input
            id={id}
            class="field"
            readOnly
            autofocus
            value={link.value}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <CopyButton text={link.value} label={t.firstSteps.copyLink} />
        </div>
      )}
      {refusal.value !== undefined && (
        <p class="notice bad" role="alert">
          {refusal.value}
        </p>
      )}
    </>
  )
}
