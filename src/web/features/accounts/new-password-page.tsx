import { useSignal } from '@preact/signals'
import { call } from '../../data/api/call'
import * as t from '../../texts/catalog'
import type { Organization } from '../logged-out/use-organization'
import { AccountDoor } from './account-pages'
import { AccountField } from './account-field'
import { forgetVisit } from './account-visit'
import { KeyDoor } from './link-gate'
import { NewPasswordField } from './new-password-field'
import { LostLink } from './invalid-link'
import { textOf } from '../../ui/form/text-of'
import { useAccountForm } from './use-account-form'
import { isLost, useKeyCheck } from './use-key-check'
import styles from './accounts.module.css'

interface PageProps {
  organization: Organization | undefined | null
  accountKey: string
}

const askForAccount = (key: string) => call('POST /accounts/password/check', { key })

/** Sets a new password, with the key of a reset link. */
export function NewPasswordPage({ organization, accountKey: key }: PageProps) {
  const check = useKeyCheck(askForAccount, key)
  const outcome = useSignal<'set' | 'lost' | undefined>(undefined)
  const form = useAccountForm(['new_password'], async (values) => {
    try {
      await call('POST /accounts/password/set', {
        key,
        new_password: textOf(values, 'new_password'),
      })
      forgetVisit()
      outcome.value = 'set'
    } catch (error) {
      if (!isLost(error)) throw error
      outcome.value = 'lost'
    }
  })

  if (outcome.value === 'lost') return <LostLink organization={organization} page="reset" />
  if (outcome.value === 'set') {
    return (
      <AccountDoor
        organization={organization}
        title={t.accounts.passwordIsSet}
        lead={<p>{t.accounts.passwordIsSetHint}</p>}
        isAnswer
      >
        <a class="button primary" href="/login">
          {t.accounts.logIn}
        </a>
      </AccountDoor>
    )
  }
  if (check.is !== 'good') {
    return (
      <KeyDoor
        organization={organization}
        page="reset"
        check={check}
        title={t.accounts.choosePassword}
      />
    )
  }
  return (
    <AccountDoor
      organization={organization}
      title={t.accounts.choosePassword}
      lead={<p>{t.accounts.everywhereOut}</p>}
    >
      <form class={styles['form']} onSubmit={form.onSubmit}>
        {check.answer.email !== undefined && (
          <AccountField
            name="email"
            type="email"
            label={t.accounts.email}
            autocomplete="username"
            fixed={check.answer.email}
          />
        )}
        <NewPasswordField
          name="new_password"
          label={t.accounts.newPassword}
          organization={organization}
          isFocused
          refusal={form.refusalOf('new_password')}
        />
        {form.refusal !== undefined && (
          <p class="notice bad" role="alert">
            {form.refusal}
          </p>
        )}
        <button class="button primary" disabled={form.isBusy}>
          {t.accounts.setPassword}
        </button>
      </form>
    </AccountDoor>
  )
}
