import { useSignal } from '@preact/signals'
import { call } from '../../../data/api/call'
import { useApp } from '../../../context/app'
import { byName } from '../../../data/conversations/names'
import type { InvitationWay } from '../../../../shared/rules/realm-rights'
import { mayInviteAs, roles, rolesInOrder } from '../../../../shared/rules/roles'
import * as t from '../../../texts/catalog'
import { Dialog } from '../../../ui/dialog/dialog'
import { CheckField, SelectField, TextField } from '../../../ui/form/fields'
import { Form } from '../../../ui/form/form'
import { useForm } from '../../../parts/form/use-form'
import { describeSeconds } from '../settings/durations'
import { asChoices } from '../people/roles-to-give'
import { AddressFile } from './address-file'
import { ChosenOnes } from './chosen-ones'
import { Outcome } from './outcome'
import { inviteByMail } from './invite-by-mail'
import type { InviteOutcome } from './outcome'
import styles from './invitations.module.css'

interface InviteDialogProps {
  ways: { byAddress: boolean; byLink: boolean }
  onClose: () => void
}

const dayInMinutes = 1_440
const expiries = [1, 3, 10, 30, 90].map((days) => days * dayInMinutes)

/** Invites users by email address, or creates a link for any number of users. */
export function InviteDialog({ ways, onClose }: InviteDialogProps) {
  const { store } = useApp()
  const way = useSignal<InvitationWay>(ways.byAddress ? 'address' : 'link')
  const outcome = useSignal<InviteOutcome | undefined>(undefined)
  const form = useForm('organization/invite', {
    invitee_emails: '',
    invite_as: roles.member,
    invite_expires_in_minutes: 10 * dayInMinutes,
    include_realm_default_subscriptions: true,
    stream_ids: [] as readonly number[],
    group_ids: [] as readonly number[],
    notify_referrer_on_join: true,
  })
  const inviter = { isAdministrator: store.read('is_admin'), isOwner: store.read('is_owner') }
  type Wanted = typeof form.values.value

  async function invite(values: Wanted): Promise<void> {
    const { invitee_emails: emails, notify_referrer_on_join: notify, ...terms } = values
    if (way.value === 'link') {
      const { invite_link: link } = await call('POST /invites/multiuse', terms)
      outcome.value = { kind: 'link', link }
      return
    }
    outcome.value = await inviteByMail({
      ...terms,
      invitee_emails: emails,
      notify_referrer_on_join: notify,
    })
  }

  function addAddresses(addresses: readonly string[]): void {
    const typed = form.values.value.invitee_emails.trim()
    form.set('invitee_emails', [typed, ...addresses].filter(Boolean).join('\n'))
  }

  function again(): void {
    form.reset()
    outcome.value = undefined
  }

  const title = t.invite.title
  if (outcome.value) {
    return (
      <Dialog
        title={title}
        onClose={onClose}
        keepsOnClickBeside
        actions={
          <>
            <button type="button" class="button" onClick={again}>
              {t.invite.more}
            </button>
            <button type="button" class="button primary" onClick={onClose}>
              {t.invite.done}
            </button>
          </>
        }
      >
        <Outcome outcome={outcome.value} />
      </Dialog>
    )
  }

  const defaults = store
    .read('realm_default_streams')
    .flatMap((id) => store.stream(id)?.name ?? [])
    .sort(byName)
  return (
    <Dialog title={title} onClose={onClose} keepsOnClickBeside>
      {ways.byAddress && ways.byLink && (
        <div class={styles['ways']} role="radiogroup" aria-label={t.invite.how}>
          {(['address', 'link'] as const).map((each) => (
            <label key={each}>
              <input
                type="radio"
                name="way"
                checked={way.value === each}
                onChange={() => (way.value = each)}
              />
              {t.invite.ways[each]}
            </label>
          ))}
        </div>
      )}
      <Form
        form={form}
        label={title}
        onSubmit={invite}
        submit={way.value === 'link' ? t.invite.makeLink : t.invite.send}
        more={
          <button type="button" class="button" onClick={onClose}>
            {t.dialog.cancel}
          </button>
        }
      >
        {way.value === 'address' && (
          <TextField
            name="invitee_emails"
            label={t.invite.addresses}
            hint={t.invite.addressesHint}
            lines={4}
            autofocus
          />
        )}
        {way.value === 'address' && <AddressFile onRead={addAddresses} />}
        <SelectField
          name="invite_as"
          label={t.invite.role}
          choices={asChoices(rolesInOrder.filter((role) => mayInviteAs(inviter, role)))}
          hint={t.peopleTable.roleHints[form.values.value.invite_as]}
        />
        <SelectField
          name="invite_expires_in_minutes"
          label={t.invite.expires}
          choices={[
            ...expiries.map((value) => ({ value, label: describeSeconds(value * 60) })),
            { value: null, label: t.invite.never },
          ]}
        />
        {defaults.length > 0 && (
          <CheckField
            name="include_realm_default_subscriptions"
            label={t.invite.defaults}
            hint={t.groupPicker.list(defaults)}
          />
        )}
        <ChosenOnes kind="streams" name="stream_ids" label={t.invite.streams} />
        <ChosenOnes kind="groups" name="group_ids" label={t.invite.groups} />
        {way.value === 'address' && (
          <CheckField name="notify_referrer_on_join" label={t.invite.notify} />
        )}
      </Form>
    </Dialog>
  )
}
