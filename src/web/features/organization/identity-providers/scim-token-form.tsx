import { useSignal } from '@preact/signals'
import { call } from '../../../data/api/call'
import { CopyButton } from '../../../parts/copy-button/copy-button'
import { useForm } from '../../../parts/form/use-form'
import * as t from '../../../texts/catalog'
import { TextField } from '../../../ui/form/fields'
import { FieldRefusal, Form } from '../../../ui/form/form'
import styles from './identity-providers.module.css'

interface ScimTokenFormProps {
  /** Base address of SCIM. */
  address: string
  onCreated: () => void
  onClose: () => void
}

/** Asks for a name, and then shows the new token once. */
export function ScimTokenForm({ address, onCreated, onClose }: ScimTokenFormProps) {
  const token = useSignal<string | undefined>(undefined)
  const form = useForm('scim-token', { name: '' })

  if (token.value !== undefined) {
    return (
      <div class={styles['list']}>
        <p role="status">{t.scimTokens.onlyNow}</p>
        <p class={styles['redirect']}>
          {t.scimTokens.token}: <code>{token.value}</code>
        </p>
        <div class={styles['tools']}>
          <CopyButton text={token.value} label={t.scimTokens.copy} />
        </div>
        <p class={styles['redirect']}>
          {t.scimTokens.address}: <code>{address}</code>
        </p>
        <div class={styles['tools']}>
          <CopyButton text={address} label={t.scimTokens.copyAddress} />
        </div>
        <button type="button" class={`button primary ${styles['add']}`} onClick={onClose}>
          {t.scimTokens.done}
        </button>
      </div>
    )
  }
  return (
    <Form
      form={form}
      label={t.scimTokens.create}
      submit={t.scimTokens.create}
      onSaved={onCreated}
      fieldOf={() => 'name'}
      onSubmit={async ({ name }) => {
        if (name.trim() === '') throw new FieldRefusal('name', t.form.required)
        token.value = (await call('POST /realm/scim_tokens', { name })).token
      }}
    >
      <TextField
        name="name"
        label={t.scimTokens.name}
        hint={t.scimTokens.nameHint}
        maxLength={60}
      />
    </Form>
  )
}
