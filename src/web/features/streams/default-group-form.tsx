import { call } from '../../data/api/call'
import { useApp } from '../../context/app'
import { byName } from '../../data/conversations/names'
import * as t from '../../texts/catalog'
import { Check, TextField } from '../../ui/form/fields'
import { FieldRefusal, Form } from '../../ui/form/form'
import { useForm } from '../../parts/form/use-form'
import type { DefaultStreamGroup } from '../../data/records/state'

interface GroupFormProps {
  /** The group to edit; undefined adds one. */
  group: DefaultStreamGroup | undefined
  onSaved: () => void
}

interface Values extends Record<string, unknown> {
  name: string
  description: string
  streams: readonly number[]
}

/** Edits a group of default streams: name, description, streams. */
export function GroupForm({ group, onSaved }: GroupFormProps) {
  const { store } = useApp()
  const form = useForm<Values>(`streams/default-groups/${String(group?.id ?? 'new')}`, {
    name: group?.name ?? '',
    description: group?.description ?? '',
    streams: group?.streams ?? [],
  })
  const chosen = form.values.value.streams
  const defaults = new Set(store.read('realm_default_streams'))
  // Default streams are joined anyway, and private streams are not offered to new users.
  const streams = store
    .read('streams')
    .filter(({ stream_id: id, invite_only: isPrivate }) => !isPrivate && !defaults.has(id))
    .toSorted((a, b) => byName(a.name, b.name))
  const namesOf = (ids: readonly number[]) => ids.flatMap((id) => store.stream(id)?.name ?? [])

  async function save({ name, description, streams: wanted }: Values): Promise<void> {
    if (name.trim() === '') throw new FieldRefusal('name', t.newStream.needsName)
    if (description.trim() === '') {
      throw new FieldRefusal('description', t.defaultStreams.needsDescription)
    }
    if (!group) {
      await call('POST /default_stream_groups/create', {
        group_name: name.trim(),
        description: description.trim(),
        stream_names: namesOf(wanted),
      })
      return
    }
    const group_id = group.id
    const changes = {
      ...(name.trim() === group.name ? {} : { new_group_name: name.trim() }),
      ...(description.trim() === group.description ? {} : { new_description: description.trim() }),
    }
    if (Object.keys(changes).length > 0) {
      await call('PATCH /default_stream_groups/{group_id}', { group_id, ...changes })
    }
    const added = wanted.filter((id) => !group.streams.includes(id))
    const removed = group.streams.filter((id) => !wanted.includes(id))
    for (const [op, ids] of [
      ['add', added],
      ['remove', removed],
    ] as const) {
      if (ids.length === 0) continue
      const stream_names = namesOf(ids)
      await call('PATCH /default_stream_groups/{group_id}/streams', { group_id, op, stream_names })
    }
  }

  return (
    <Form
      form={form}
      onSubmit={save}
      onSaved={onSaved}
      submit={group ? t.streamFolders.save : t.defaultStreams.createGroup}
      fieldOf={({ message }) => (/descri/i.test(message) ? 'description' : '')}
    >
      <TextField name="name" label={t.defaultStreams.groupName} maxLength={60} />
      <TextField name="description" label={t.defaultStreams.groupDescription} maxLength={1024} />
      <div role="group" aria-label={t.defaultStreams.groupStreams}>
        {streams.map(({ stream_id: id, name }) => (
          <Check
            key={id}
            label={name}
            isChecked={chosen.includes(id)}
            onChange={(isOn) =>
              form.set('streams', isOn ? [...chosen, id] : chosen.filter((one) => one !== id))
            }
          />
        ))}
      </div>
    </Form>
  )
}
