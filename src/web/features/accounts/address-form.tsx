import * as t from '../../texts/catalog'
import { AccountField } from './account-field'
import { useAccountForm } from './use-account-form'
import styles from './accounts.module.css'

interface AddressFormProps {
  submit: string
  /** Sends the mail; throws the server's error. */
  onSend: (address: string) => Promise<void>
}

/** Form for an email address to send a mail to. */
export function AddressForm({ submit, onSend }: AddressFormProps) {
  const form = useAccountForm(['email'], async (values) =>
    onSend((values.get('email') as string).trim()),
  )
  return (
    <form class={styles['form']} onSubmit={form.onSubmit}>
      <AccountField
        name="email"
        type="email"
        label={t.accounts.email}
        autocomplete="username"
        isFocused
        refusal={form.refusalOf('email')}
      />
      {form.refusal !== undefined && (
        <p class="notice bad" role="alert">
          {form.refusal}
        </p>
      )}
      <button class="button primary" disabled={form.isBusy}>
        {submit}
      </button>
    </form>
  )
}
