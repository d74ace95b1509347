import { useSignal } from '@preact/signals'
import { call } from '../../../data/api/call'
import { useApp } from '../../../context/app'
import * as t from '../../../texts/catalog'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog'
import { TextField } from '../../../ui/form/fields'
import { FieldRefusal, Form, useFormState } from '../../../ui/form/form'
import { useForm } from '../../../parts/form/use-form'
import { PasswordField } from '../../../ui/password-field/password-field'
import { wordsOfOwner } from '../../../ui/password-field/strength'
import {
  CheckSetting,
  SelectSetting,
  SettingGroup,
  userSetting,
} from '../../../parts/setting/setting'
import { ApiKey } from './api-key'
import { Passkeys } from './passkeys'
import { SecondFactor } from './second-factor'
import { Sessions } from './sessions'

/** Login and account: address, password, privacy, deactivation. */
export function Account() {
  return (
    <>
      <Address />
      <Password />
      <SecondFactor />
      <Passkeys />
      <Privacy />
      <SettingGroup title={t.account.sessions}>
        <Sessions />
      </SettingGroup>
      <SettingGroup title={t.account.apiKey}>
        <ApiKey />
      </SettingGroup>
      <Deactivation />
    </>
  )
}

function Address() {
  const { store } = useApp()
  const own = store.read('delivery_email')
  const mayChange = !store.read('realm_email_changes_disabled') || store.read('is_admin')
  const form = useForm('account/email', { email: own })
  const asked = useSignal<string | undefined>(undefined)
  return (
    <SettingGroup title={t.account.address}>
      <Form
        form={form}
        isOfChanges
        label={t.account.address}
        submit={t.account.changeAddress}
        fieldOf={() => 'email'}
        onSubmit={async ({ email }) => {
          asked.value = undefined
          if (email.trim() === '') throw new FieldRefusal('email', t.form.required)
          await call('PATCH /settings', { email: email.trim() })
          asked.value = email.trim()
        }}
      >
        <TextField
          name="email"
          type="email"
          label={t.login.email}
          hint={mayChange ? undefined : t.account.mayNotChangeAddress}
          disabled={!mayChange}
          autocomplete="email"
        />
      </Form>
      {asked.value !== undefined && asked.value !== own && (
        <p class="notice" role="status">
          {t.account.addressAsked(asked.value)}
        </p>
      )}
    </SettingGroup>
  )
}

function Password() {
  const form = useForm(
    'account/password',
    { old_password: '', new_password: '' },
    { isSecret: true },
  )
  return (
    <SettingGroup title={t.login.password}>
      <Form
        form={form}
        label={t.login.password}
        submit={t.account.changePassword}
        fieldOf={({ message }) => (/wrong/i.test(message) ? 'old_password' : 'new_password')}
        onSubmit={async (values) => {
          for (const name of ['old_password', 'new_password'] as const)
            if (values[name] === '') throw new FieldRefusal(name, t.form.required)
          await call('PATCH /settings', values)
        }}
      >
        <TextField
          name="old_password"
          type="password"
          label={t.account.oldPassword}
          autocomplete="current-password"
        />
        <NewPassword />
      </Form>
    </SettingGroup>
  )
}

function NewPassword() {
  const { store } = useApp()
  const form = useFormState()
  const name = 'new_password'
  return (
    <PasswordField
      name={name}
      label={t.account.newPassword}
      hint={t.account.passwordEndsSessions}
      refusal={form.refusals.value[name]}
      value={(form.values.value[name] as string | undefined) ?? ''}
      onInput={(value) => form.set(name, value)}
      rule={{
        minLength: store.read('password_min_length'),
        minGuesses: store.read('password_min_guesses'),
      }}
      owner={() =>
        wordsOfOwner({
          email: store.read('delivery_email'),
          fullName: store.read('full_name'),
          realmName: store.read('realm_name'),
        })
      }
    />
  )
}

/** Source: docs/protocol/accounts.md#email-visibility. */
const visibilities = [1, 2, 5, 3, 4] as const

function Privacy() {
  return (
    <SettingGroup title={t.account.privacy}>
      <SelectSetting
        target={userSetting('email_address_visibility')}
        label={t.account.addressSeen}
        choices={visibilities.map((value) => ({ value, label: t.account.addressSeenBy[value] }))}
      />
      <CheckSetting target={userSetting('presence_enabled')} label={t.account.presence} />
      <CheckSetting target={userSetting('send_read_receipts')} label={t.account.receipts} />
      <CheckSetting
        target={userSetting('send_private_typing_notifications')}
        label={t.account.typingPrivate}
      />
      <CheckSetting
        target={userSetting('send_stream_typing_notifications')}
        label={t.account.typingStreams}
      />
    </SettingGroup>
  )
}

function Deactivation() {
  const isAsked = useSignal(false)
  return (
    <SettingGroup title={t.account.leaving}>
      <p>{t.account.leavingAbout}</p>
      <div>
        <button type="button" class="button danger" onClick={() => (isAsked.value = true)}>
          {t.account.deactivate}
        </button>
      </div>
      {isAsked.value && (
        <ConfirmDialog
          title={t.account.deactivateTitle}
          action={t.account.deactivate}
          isDangerous
          onConfirm={() => call('DELETE /users/me')}
          onClose={() => (isAsked.value = false)}
        >
          <p>{t.account.deactivateWarning}</p>
        </ConfirmDialog>
      )}
    </SettingGroup>
  )
}
