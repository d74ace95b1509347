import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { call } from '../../../data/api/call'
import { useApp } from '../../../context/app'
import * as t from '../../../texts/catalog'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog'
import { Table } from '../../../ui/table/table'
import type { User } from '../../../data/records/state'
import { botKinds } from '../../settings/bots/bot-kinds'
import { forEachOf } from '../people/for-each-of'
import { columnsOfBots } from './columns'
import styles from './organization-bots.module.css'

type Shown = keyof typeof t.bots.shows

/** Table of all bots, with actions for administrators. */
export function OrganizationBots() {
  const { store } = useApp()
  const isAdmin = store.read('is_admin')
  const shown = useSignal<Shown>('active')
  const kind = useSignal(0)
  const ownerId = useSignal(0)
  const ending = useSignal<readonly User[] | undefined>(undefined)
  const active = store.read('realm_users')
  const ended = store.read('realm_non_active_users')

  const all = useMemo(() => [...active, ...ended].filter((user) => user.is_bot), [active, ended])
  const rows = useMemo(
    () =>
      all.filter(
        (bot) =>
          (shown.value === 'both' || bot.is_active === (shown.value === 'active')) &&
          (kind.value === 0 || bot.bot_type === kind.value) &&
          (ownerId.value === 0 || bot.bot_owner_id === ownerId.value),
      ),
    [all, shown.value, kind.value, ownerId.value],
  )
  const nameOf = (id: number | null | undefined) =>
    (id == null ? undefined : store.user(id)?.full_name) ?? t.bots.nobody
  const owners = [...new Set(all.map((bot) => bot.bot_owner_id ?? 0))]
    .filter((id) => id !== 0)
    .map((id) => ({ id, name: nameOf(id) }))
    .sort((a, b) => a.name.localeCompare(b.name))

  return (
    <>
      <Table
        label={t.bots.all}
        rows={rows}
        keyOf={({ user_id: id }) => id}
        nameOf={({ full_name: name }) => name}
        textOf={(bot) => `${bot.full_name} ${bot.email} ${nameOf(bot.bot_owner_id)}`}
        columns={columnsOfBots(nameOf)}
        sortedBy={{ column: 'name' }}
        none={t.bots.noneAtAll}
        {...(isAdmin && shown.value === 'active'
          ? {
              bulk: [
                {
                  label: t.bots.deactivateAll,
                  isDangerous: true,
                  run: (chosen: readonly User[]) => void (ending.value = chosen),
                },
              ],
            }
          : {})}
        tools={
          <>
            <Filter
              label={t.bots.show}
              value={shown.value}
              choices={Object.entries(t.bots.shows)}
              onChoose={(value) => (shown.value = value as Shown)}
            />
            <Filter
              label={t.bots.type}
              value={String(kind.value)}
              choices={[
                ['0', t.bots.anyKind],
                ...botKinds.map((each) => [String(each), t.bots.kinds[each]] as const),
              ]}
              onChoose={(value) => (kind.value = Number(value))}
            />
            <Filter
              label={t.bots.owner}
              value={String(ownerId.value)}
              choices={[
                ['0', t.bots.anyOwner],
                ...owners.map(({ id, name }) => [String(id), name] as const),
              ]}
              onChoose={(value) => (ownerId.value = Number(value))}
            />
          </>
        }
      />
      {ending.value && (
        <ConfirmDialog
          title={t.bots.deactivateAllOf(ending.value.length)}
          action={t.bots.deactivate}
          isDangerous
          onClose={() => (ending.value = undefined)}
          onConfirm={() =>
            forEachOf(ending.value ?? [], ({ user_id: id }) =>
              call('DELETE /bots/{bot_id}', { bot_id: id }),
            )
          }
        >
          <p>{ending.value.map(({ full_name: name }) => name).join(', ')}</p>
          <p>{t.bots.deactivateNote}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

interface FilterProps {
  label: string
  value: string
  choices: readonly (readonly [value: string, label: string])[]
  onChoose: (value: string) => void
}

function Filter({ label, value, choices, onChoose }: FilterProps) {
  return (
    <select
      class={`field ${styles['filter']}`}
      aria-label={label}
      value={value}
      onChange={(event) => onChoose(event.currentTarget.value)}
    >
      {choices.map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
    </select>
  )
}
