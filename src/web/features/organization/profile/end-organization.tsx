import { useSignal } from '@preact/signals'
import { call } from '../../../data/api/call'
import { useApp } from '../../../context/app'
import * as t from '../../../texts/catalog'
import { Dialog } from '../../../ui/dialog/dialog'
import { TextField } from '../../../ui/form/fields'
import { FieldRefusal, Form } from '../../../ui/form/form'
import { useForm } from '../../../parts/form/use-form'
import { SettingGroup } from '../../../parts/setting/setting'

/**
 * Deactivates the organization, after the owner types its name.
 * Source: docs/protocol/realm-settings.md#realm-deactivate.
 */
export function EndOrganization() {
  const isAsked = useSignal(false)
  return (
    <SettingGroup title={t.endOrganization.title}>
      <p>{t.endOrganization.about}</p>
      <div>
        <button type="button" class="button danger" onClick={() => (isAsked.value = true)}>
          {t.endOrganization.open}
        </button>
      </div>
      {isAsked.value && <EndDialog onClose={() => (isAsked.value = false)} />}
    </SettingGroup>
  )
}

function EndDialog({ onClose }: { onClose: () => void }) {
  const { store } = useApp()
  const name = store.read('realm_name')
  const form = useForm('organization/end', { name: '' })

  function close(): void {
    form.reset()
    onClose()
  }

  async function end(values: { name: string }): Promise<void> {
    if (values.name.trim() !== name.trim()) throw new FieldRefusal('name', t.endOrganization.wrong)
    await call('POST /realm/deactivate')
    // All sessions have ended; the login page shows the reason.
    location.replace('/login')
  }

  return (
    <Dialog
      title={t.endOrganization.question(name)}
      size="small"
      onClose={close}
      keepsOnClickBeside
    >
      <p>{t.endOrganization.warning}</p>
      <Form
        form={form}
        isDangerous
        submit={t.endOrganization.action}
        onSubmit={end}
        more={
          <button type="button" class="button" onClick={close}>
            {t.dialog.cancel}
          </button>
        }
      >
        <TextField name="name" label={t.endOrganization.type(name)} autofocus autocomplete="off" />
      </Form>
    </Dialog>
  )
}
