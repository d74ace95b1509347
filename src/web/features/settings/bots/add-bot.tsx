import { useSignal } from '@preact/signals'
import { call } from '../../../data/api/call'
import { callWithFile } from '../../../data/api/call-with-file'
import { useApp } from '../../../context/app'
import * as t from '../../../texts/catalog'
import { SelectField, TextField } from '../../../ui/form/fields'
import { FieldRefusal, Form } from '../../../ui/form/form'
import { useForm } from '../../../parts/form/use-form'
import { PictureField } from '../../../ui/picture-field/picture-field'
import { interfaces, outgoingWebhook, quoted } from './bot-kinds'
import { kindsFor } from './rights'
import styles from './bots.module.css'

/** Form for a new bot. */
export function AddBot({ onClose }: { onClose: () => void }) {
  const { store } = useApp()
  const kinds = kindsFor(store)
  const picture = useSignal<{ content: Blob; address: string } | undefined>(undefined)
  const form = useForm('bots/add', {
    full_name: '',
    short_name: '',
    bot_type: kinds[0] as number,
    payload_url: '',
    interface_type: 1,
  })
  const { bot_type: type } = form.values.value

  async function create(values: typeof form.values.value): Promise<void> {
    const { full_name, short_name, bot_type, payload_url, interface_type } = values
    for (const field of ['full_name', 'short_name'] as const) {
      if (values[field].trim() === '') throw new FieldRefusal(field, t.form.required)
    }
    checkShortName(short_name)
    if (bot_type === outgoingWebhook && payload_url.trim() === '') {
      throw new FieldRefusal('payload_url', t.form.required)
    }
    const args = {
      full_name,
      short_name,
      bot_type,
      ...(bot_type === outgoingWebhook
        ? { payload_url: quoted(payload_url.trim()), interface_type }
        : {}),
    }
    const file = picture.value && { content: picture.value.content, name: 'picture.png' }
    await (file ? callWithFile('POST /bots', args, file) : call('POST /bots', args))
  }

  return (
    <div class={styles['adding']}>
      <Form
        form={form}
        label={t.bots.add}
        submit={t.bots.create}
        onSubmit={create}
        onSaved={onClose}
        fieldOf={fieldOf}
        more={
          <button type="button" class="button" onClick={onClose}>
            {t.dialog.cancel}
          </button>
        }
      >
        <PictureField
          label={t.bots.picture}
          ratio={1}
          onChoose={async (content) => {
            forget(picture.peek()?.address)
            picture.value = { content, address: URL.createObjectURL(content) }
          }}
          onRemove={
            picture.value &&
            (async () => {
              forget(picture.peek()?.address)
              picture.value = undefined
            })
          }
        >
          {picture.value && (
            <img
              class={styles['picture']}
              src={picture.value.address}
              alt=""
              width={64}
              height={64}
            />
          )}
        </PictureField>
        <TextField name="full_name" label={t.bots.fullName} maxLength={100} autofocus />
        <TextField
          name="short_name"
          label={t.bots.shortName}
          hint={t.bots.shortNameHint(store.read('realm_bot_domain') ?? location.hostname)}
          maxLength={80}
        />
        <SelectField
          name="bot_type"
          label={t.bots.type}
          hint={t.bots.kindHints[type as 1]}
          choices={kinds.map((value) => ({ value, label: t.bots.kinds[value] }))}
        />
        {type === outgoingWebhook && (
          <>
            <TextField name="payload_url" label={t.bots.address} type="url" maxLength={2000} />
            <SelectField
              name="interface_type"
              label={t.bots.interface}
              choices={interfaces.map((value) => ({ value, label: t.bots.interfaces[value] }))}
            />
          </>
        )}
      </Form>
    </div>
  )
}

/** @throws FieldRefusal for a short name that no email address can begin with. Source: docs/protocol/bots.md#create-checks. */
export function checkShortName(shortName: string): void {
  const isFit = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,60}$/i.test(shortName.trim())
  if (!isFit) throw new FieldRefusal('short_name', t.bots.badShortName)
}

/**
 * The field of an error, from its message: the server names no argument.
 * Source: docs/protocol/bots.md#create-checks.
 */
export function fieldOf({ message }: Error): string | undefined {
  if (/username|short.name/i.test(message)) return 'short_name'
  if (/is not a URL/.test(message)) {
    return message.startsWith('service_') ? 'service_payload_url' : 'payload_url'
  }
  if (/name/i.test(message)) return 'full_name'
  if (/owner/i.test(message)) return 'bot_owner_id'
  if (/role/i.test(message)) return 'role'
  return undefined
}

function forget(address: string | undefined): void {
  if (address !== undefined) URL.revokeObjectURL(address)
}
