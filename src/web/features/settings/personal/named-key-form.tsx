import { useSignal } from '@preact/signals'
import { apiKeyScopes } from '../../../../shared/rules/api-key-scopes'
import { call } from '../../../data/api/call'
import { CopyButton } from '../../../parts/copy-button/copy-button'
import { useForm } from '../../../parts/form/use-form'
import * as t from '../../../texts/catalog'
import { SelectField, TextField } from '../../../ui/form/fields'
import { FieldRefusal, Form } from '../../../ui/form/form'
import styles from './personal.module.css'

interface NamedKeyFormProps {
  onMade: () => void
  onClose: () => void
}

/** Days until a key expires; 0: never. */
const lives = [0, 30, 90, 365] as const
const daySeconds = 86_400

/** Asks for a name and rights, and then shows the new key once. */
export function NamedKeyForm({ onMade, onClose }: NamedKeyFormProps) {
  const key = useSignal<string | undefined>(undefined)
  const form = useForm('account/named-key', { name: '', scope: 'write', days: 0 })

  if (key.value !== undefined) {
    return (
      <div class={styles['key']}>
        <p role="status">{t.namedKeys.onlyNow}</p>
        <label for="named-key">{t.namedKeys.key}</label>
        <input
          id="named-key"
          class="field"
          readOnly
          value={key.value}
          onFocus={(event) => event.currentTarget.select()}
        />
        <div class={styles['buttons']}>
          <CopyButton text={key.value} label={t.namedKeys.copy} />
          <button type="button" class="button primary" onClick={onClose}>
            {t.namedKeys.done}
          </button>
        </div>
      </div>
    )
  }
  return (
    <Form
      form={form}
      label={t.namedKeys.make}
      submit={t.namedKeys.make}
      onSaved={onMade}
      fieldOf={() => 'name'}
      onSubmit={async ({ name, scope, days }) => {
        if (name.trim() === '') throw new FieldRefusal('name', t.form.required)
        const expiry = days === 0 ? undefined : Math.floor(Date.now() / 1_000) + days * daySeconds
        const known = apiKeyScopes.find((each) => each === scope) ?? 'read'
        key.value = (
          await call('POST /users/me/api_keys', {
            ...{ name, scope: known },
            ...(expiry !== undefined && { expires_at: expiry }),
          })
        ).key
      }}
    >
      <p>{t.namedKeys.about}</p>
      <TextField name="name" label={t.namedKeys.name} hint={t.namedKeys.nameHint} maxLength={60} />
      <SelectField
        name="scope"
        label={t.namedKeys.scope}
        choices={apiKeyScopes.map((value) => ({ value, label: t.namedKeys.scopes[value] }))}
      />
      <SelectField
        name="days"
        label={t.namedKeys.expiry}
        choices={lives.map((value) => ({
          ...{ value, label: value === 0 ? t.namedKeys.never : t.namedKeys.days(value) },
        }))}
      />
    </Form>
  )
}
