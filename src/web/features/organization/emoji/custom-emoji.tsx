import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { call } from '../../../data/api/call'
import { reasonOf } from '../../../lib/reason-of'
import { useApp } from '../../../context/app'
import * as t from '../../../texts/catalog'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog'
import { IconButton } from '../../../ui/icon-button/icon-button'
import { PersonLink } from '../../../parts/person/person-link'
import { Table } from '../../../ui/table/table'
import { mayAddEmoji } from '../../../../shared/rules/realm-rights'
import { asRealmUser } from '../../../data/rights/permissions'
import type { RealmEmoji } from '../../../data/records/state'
import { AddEmoji } from './add-emoji'
import styles from './emoji.module.css'

/** Custom emoji of the organization. */
export function CustomEmoji() {
  const { store } = useApp()
  const isEnded = useSignal(false)
  const ending = useSignal<readonly RealmEmoji[] | undefined>(undefined)
  const records = store.read('realm_emoji')
  const rows = useMemo(
    () => Object.values(records).filter((emoji) => emoji.deactivated === isEnded.value),
    [records, isEnded.value],
  )
  const isAdmin = store.read('is_admin')
  const ownId = store.read('user_id')
  const mayEnd = (emoji: RealmEmoji) => isAdmin || emoji.author_id === ownId
  for (const key of dependencies) void store.read(key)
  const mayAdd = mayAddEmoji(asRealmUser(store.state))
  const authorOf = ({ author_id: id }: RealmEmoji) =>
    id === null ? '' : (store.user(id)?.full_name ?? '')

  return (
    <>
      <p>{t.emojiAdmin.about}</p>
      {mayAdd ? <AddEmoji /> : <p>{t.emojiAdmin.mayNot}</p>}
      <Table
        label={t.emojiAdmin.title}
        rows={rows}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        textOf={(emoji) => `${emoji.name} ${authorOf(emoji)}`}
        sortedBy={{ column: 'name' }}
        none={isEnded.value ? t.emojiAdmin.noneEnded : t.emojiAdmin.none}
        {...(isAdmin && !isEnded.value
          ? {
              bulk: [
                {
                  label: t.emojiAdmin.action,
                  isDangerous: true,
                  run: (chosen: readonly RealmEmoji[]) => void (ending.value = chosen),
                },
              ],
            }
          : {})}
        tools={
          <select
            class={`field ${styles['filter']}`}
            aria-label={t.emojiAdmin.show}
            value={String(isEnded.value)}
            onChange={(event) => (isEnded.value = event.currentTarget.value === 'true')}
          >
            <option value="false">{t.emojiAdmin.shows.active}</option>
            <option value="true">{t.emojiAdmin.shows.deactivated}</option>
          </select>
        }
        columns={[
          {
            key: 'name',
            title: t.emojiAdmin.name,
            sortBy: ({ name }) => name,
            cell: ({ name, source_url: address }) => (
              <span class={styles['name']}>
                <img
                  class={styles['glyph']}
                  src={address}
                  alt=""
                  width={24}
                  height={24}
                  loading="lazy"
                />
                <span>:{name}:</span>
              </span>
            ),
          },
          {
            key: 'author',
            title: t.emojiAdmin.author,
            sortBy: authorOf,
            cell: (emoji) =>
              emoji.author_id === null ? (
                ''
              ) : (
                <PersonLink userId={emoji.author_id}>{authorOf(emoji)}</PersonLink>
              ),
          },
          {
            key: 'tools',
            title: t.table.actions,
            isTools: true,
            width: '2.5rem',
            cell: (emoji) =>
              !emoji.deactivated &&
              mayEnd(emoji) && (
                <IconButton
                  icon="trash-2"
                  label={t.emojiAdmin.deactivate(emoji.name)}
                  onClick={() => (ending.value = [emoji])}
                />
              ),
          },
        ]}
      />
      {ending.value && (
        <ConfirmDialog
          title={t.emojiAdmin.deactivateOf(namesOf(ending.value))}
          action={t.emojiAdmin.action}
          isDangerous
          onClose={() => (ending.value = undefined)}
          onConfirm={() => endAll(ending.value ?? [])}
        >
          <p>{t.emojiAdmin.deactivateNote}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

const namesOf = (emoji: readonly RealmEmoji[]) =>
  emoji.length > 5 ? `${emoji.length} emoji` : emoji.map(({ name }) => `:${name}:`).join(', ')

async function endAll(emoji: readonly RealmEmoji[]): Promise<void> {
  const failures: string[] = []
  for (const { name } of emoji) {
    try {
      await call('DELETE /realm/emoji/{emoji_name}', { emoji_name: name })
    } catch (error) {
      failures.push(reasonOf(error))
    }
  }
  if (failures.length > 0) throw new Error(failures.join(' '))
}

/** State that decides who may add emoji. */
const dependencies = ['is_guest', 'realm_user_groups', 'realm_can_add_custom_emoji_group'] as const
