import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { AnswerOf } from '../../../../shared/calls'
import { useApp } from '../../../context/app'
import { call } from '../../../data/api/call'
import { reasonOf } from '../../../lib/reason-of'
import * as t from '../../../texts/catalog'
import { shortTime } from '../../../texts/times'
import { addPasskey, hasPasskeys } from '../../../parts/passkeys/authenticator'
import { useForm } from '../../../parts/form/use-form'
import { SettingGroup } from '../../../parts/setting/setting'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog'
import { Dialog } from '../../../ui/dialog/dialog'
import { TextField } from '../../../ui/form/fields'
import { FieldRefusal, Form } from '../../../ui/form/form'
import { IconButton } from '../../../ui/icon-button/icon-button'
import { Loading } from '../../../ui/loaded/loading'
import { Table } from '../../../ui/table/table'

type Passkey = AnswerOf<'GET /json/passkeys'>['passkeys'][number]

/** The reader's passkeys. */
export function Passkeys() {
  const { store } = useApp()
  const passkeys = useSignal<readonly Passkey[] | undefined>(undefined)
  const refusal = useSignal<string | undefined>(undefined)
  const named = useSignal<Passkey | 'new' | undefined>(undefined)
  const removed = useSignal<Passkey | undefined>(undefined)
  const is24Hour = store.read('user_settings')['twenty_four_hour_time']

  async function look(): Promise<void> {
    try {
      passkeys.value = (await call('GET /json/passkeys')).passkeys
    } catch (error) {
      refusal.value = reasonOf(error)
    }
  }
  useEffect(() => void look(), [])

  return (
    <SettingGroup title={t.secondFactor.passkeys}>
      <p>{hasPasskeys() ? t.secondFactor.passkeysAbout : t.secondFactor.noPasskeys}</p>
      {hasPasskeys() && (
        <div>
          <button type="button" class="button" onClick={() => (named.value = 'new')}>
            {t.secondFactor.addPasskey}
          </button>
        </div>
      )}
      {!passkeys.value && <Loading refusal={refusal.value} onRetry={() => void look()} />}
      {passkeys.value && passkeys.value.length > 0 && (
        <Table
          label={t.secondFactor.passkeys}
          rows={passkeys.value}
          keyOf={({ id }) => id}
          nameOf={({ name }) => name}
          columns={[
            {
              key: 'name',
              title: t.secondFactor.passkeyName,
              sortBy: ({ name }) => name,
              cell: ({ name }) => name,
            },
            {
              key: 'used',
              title: t.account.lastUsed,
              sortBy: ({ last_used_at: at }) => at ?? 0,
              cell: ({ last_used_at: at }) =>
                at === null ? t.secondFactor.unused : shortTime(at, is24Hour),
            },
            {
              key: 'tools',
              title: t.table.actions,
              isTools: true,
              width: '4.5rem',
              cell: (passkey) => (
                <>
                  <IconButton
                    icon="pencil"
                    label={t.secondFactor.rename(passkey.name)}
                    onClick={() => (named.value = passkey)}
                  />
                  <IconButton
                    icon="trash-2"
                    label={t.secondFactor.remove(passkey.name)}
                    onClick={() => (removed.value = passkey)}
                  />
                </>
              ),
            },
          ]}
        />
      )}
      {named.value && (
        <NameDialog
          passkey={named.value === 'new' ? undefined : named.value}
          onSaved={look}
          onClose={() => (named.value = undefined)}
        />
      )}
      {removed.value && (
        <ConfirmDialog
          title={t.secondFactor.remove(removed.value.name)}
          action={t.secondFactor.removePasskey}
          isDangerous
          onConfirm={async () => {
            await call('DELETE /json/passkeys/{passkey_id}', { passkey_id: removed.value?.id ?? 0 })
            await look()
          }}
          onClose={() => (removed.value = undefined)}
        >
          <p>{t.secondFactor.removeNote}</p>
        </ConfirmDialog>
      )}
    </SettingGroup>
  )
}

interface NameDialogProps {
  /** Undefined: a new one. */
  passkey: Passkey | undefined
  onSaved: () => Promise<void>
  onClose: () => void
}

function NameDialog({ passkey, onSaved, onClose }: NameDialogProps) {
  const form = useForm(`passkeys/${String(passkey?.id ?? 'new')}`, { name: passkey?.name ?? '' })

  async function save(name: string): Promise<void> {
    if (name === '') throw new FieldRefusal('name', t.form.required)
    try {
      if (passkey) await call('PATCH /json/passkeys/{passkey_id}', { passkey_id: passkey.id, name })
      else await addPasskey(name)
    } catch (error) {
      throw error instanceof DOMException ? new Error(t.secondFactor.declined) : error
    }
    await onSaved()
  }

  return (
    <Dialog
      title={passkey ? t.secondFactor.rename(passkey.name) : t.secondFactor.addPasskey}
      size="small"
      onClose={onClose}
      keepsOnClickBeside
    >
      <Form form={form} onSubmit={({ name }) => save(name.trim())} onSaved={onClose}>
        <TextField name="name" label={t.secondFactor.passkeyName} maxLength={60} autofocus />
      </Form>
    </Dialog>
  )
}
