import { call } from '../../data/api/call'
import * as t from '../../texts/catalog'
import { AccountField } from './account-field'
import { forgetVisit } from './account-visit'
import type { Organization } from '../logged-out/use-organization'
import type { Confirmation } from './confirmation'
import { textOf } from '../../ui/form/text-of'
import { useAccountForm } from './use-account-form'
import { NewPasswordField } from './new-password-field'
import { isLost } from './use-key-check'
import styles from './accounts.module.css'

interface JoinFormProps {
  accountKey: string
  confirmation: Confirmation
  organization: Organization | undefined | null
  /** Called if the key was used or revoked after the page was opened. */
  onLost: () => void
}

/** Form for a new account: creates the account and logs in. */
export function JoinForm({ accountKey: key, confirmation, organization, onLost }: JoinFormProps) {
  const { email, default_stream_groups: groups, terms_url: terms } = confirmation
  const { name_at_provider: knownName } = confirmation

  const form = useAccountForm(['email', 'full_name', 'password'], async (values) => {
    let next: string
    try {
      const answer = await call('POST /accounts/join', {
        key,
        full_name: textOf(values, 'full_name'),
        password: knownName === null ? textOf(values, 'password') : undefined,
        timezone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
        email: email === null ? textOf(values, 'email') : undefined,
        terms_accepted: terms === null ? undefined : values.has('terms'),
        default_stream_groups: groups.length === 0 ? undefined : values.getAll('group').map(Number),
      })
      next = answer.next
    } catch (error) {
      if (!isLost(error)) throw error
      return onLost()
    }
    forgetVisit()
    location.replace(next)
  })

  return (
    <form class={styles['form']} onSubmit={form.onSubmit}>
      <AccountField
        name="email"
        type="email"
        label={t.accounts.email}
        hint={knownName === null ? t.accounts.youLogInWith : undefined}
        autocomplete="username"
        isFocused={email === null}
        fixed={email ?? undefined}
        refusal={form.refusalOf('email')}
      />
      <AccountField
        name="full_name"
        label={t.accounts.fullName}
        hint={t.accounts.fullNameHint}
        autocomplete="name"
        suggested={knownName ?? undefined}
        maxLength={100}
        isFocused={email !== null}
        refusal={form.refusalOf('full_name')}
      />
      {knownName === null && (
        <NewPasswordField
          name="password"
          label={t.accounts.password}
          organization={organization}
          refusal={form.refusalOf('password')}
        />
      )}
      {groups.length > 0 && (
        <fieldset class={styles['groups']}>
          <legend>{t.accounts.groups}</legend>
          {groups.map(({ id, name, description }) => (
            <label key={id} class={styles['choice']}>
              <input type="checkbox" name="group" value={id} />
              <span dir="auto">{name}</span>
              {description !== '' && (
                <span class={styles['hint']} dir="auto">
                  {description}
                </span>
              )}
            </label>
          ))}
        </fieldset>
      )}
      {terms !== null && (
        <label class={styles['choice']}>
          <input type="checkbox" name="terms" required />
          <span>
            {t.accounts.agree}
            <a href={terms} target="_blank" rel="noopener noreferrer">
              {t.accounts.terms}
            </a>
          </span>
        </label>
      )}
      {form.refusal !== undefined && (
        <p class="notice bad" role="alert">
          {form.refusal}
        </p>
      )}
      <button class="button primary" disabled={form.isBusy}>
        {t.accounts.submitJoin}
      </button>
    </form>
  )
}
