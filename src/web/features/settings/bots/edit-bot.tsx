import { call } from '../../../data/api/call'
import { callWithFile } from '../../../data/api/call-with-file'
import { useApp } from '../../../context/app'
import { isAbove, roles, rolesInOrder } from '../../../../shared/rules/roles'
import * as t from '../../../texts/catalog'
import { Avatar } from '../../../parts/avatar/avatar'
import { SelectField, TextField } from '../../../ui/form/fields'
import { FieldRefusal, Form } from '../../../ui/form/form'
import { useForm } from '../../../parts/form/use-form'
import { PictureField } from '../../../ui/picture-field/picture-field'
import type { Bot } from '../../../data/records/state'
import { checkShortName, fieldOf } from './add-bot'
import { interfaces, quoted, serviceOf } from './bot-kinds'
import { PersonField } from './person-field'

/** Edits a bot; its picture is saved at once. */
export function EditBot({ bot, onClose }: { bot: Bot; onClose: () => void }) {
  const { store } = useApp()
  const { user_id: id } = bot
  const service = serviceOf(bot)
  const [, name = '', domain = ''] = /^([^@]*?)(?:-bot)?@(.*)$/.exec(bot.email) ?? []
  const user = store.user(id)
  const initial = {
    full_name: bot.full_name,
    short_name: name,
    role: user?.role ?? roles.member,
    bot_owner_id: bot.owner_id,
    service_payload_url: service?.base_url ?? '',
    service_interface: service?.interface ?? 1,
  }
  const form = useForm(`bots/edit/${String(id)}`, initial)
  // A bot's role is at most the reader's and the owner's.
  const ownRole = store.user(store.read('user_id'))?.role ?? roles.member
  const ownerRole = store.user(form.values.value.bot_owner_id ?? 0)?.role ?? ownRole
  const given = rolesInOrder.filter(
    (role) => role === initial.role || !(isAbove(role, ownRole) || isAbove(role, ownerRole)),
  )

  async function save(values: typeof initial): Promise<void> {
    if (values.full_name.trim() === '') throw new FieldRefusal('full_name', t.form.required)
    if (values.short_name.trim() === '') throw new FieldRefusal('short_name', t.form.required)
    if (values.short_name !== initial.short_name) checkShortName(values.short_name)
    if (service && values.service_payload_url.trim() === '') {
      throw new FieldRefusal('service_payload_url', t.form.required)
    }
    const changed = <K extends keyof typeof initial>(name: K) =>
      values[name] === initial[name] ? undefined : values[name]
    const address = changed('service_payload_url')
    await call('PATCH /bots/{bot_id}', {
      bot_id: id,
      full_name: changed('full_name'),
      short_name: changed('short_name'),
      role: changed('role'),
      bot_owner_id: changed('bot_owner_id') ?? undefined,
      service_payload_url: address === undefined ? undefined : quoted(address.trim()),
      service_interface: changed('service_interface'),
    })
  }

  return (
    <>
      <PictureField
        label={t.bots.picture}
        ratio={1}
        onChoose={(content) =>
          callWithFile('PATCH /bots/{bot_id}', { bot_id: id }, { content, name: 'picture.png' })
        }
      >
        <Avatar user={{ ...bot, avatar_url: bot.avatar_url }} size="l" />
      </PictureField>
      <Form form={form} onSubmit={save} onSaved={onClose} fieldOf={fieldOf} isOfChanges>
        <TextField name="full_name" label={t.bots.fullName} maxLength={100} />
        <TextField
          name="short_name"
          label={t.bots.shortName}
          hint={`${t.bots.shortNameHint(domain)} ${t.bots.shortNameChanges}`}
          maxLength={100}
        />
        <PersonField name="bot_owner_id" label={t.bots.owner} hint={t.bots.ownerHint} />
        <SelectField
          name="role"
          label={t.bots.role}
          choices={given.map((value) => ({ value, label: t.person.roles[value] ?? '' }))}
        />
        {service && (
          <>
            <TextField
              name="service_payload_url"
              label={t.bots.address}
              type="url"
              maxLength={2000}
            />
            <SelectField
              name="service_interface"
              label={t.bots.interface}
              choices={interfaces.map((value) => ({ value, label: t.bots.interfaces[value] }))}
            />
          </>
        )}
      </Form>
    </>
  )
}
