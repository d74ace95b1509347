import { useSignal } from '@preact/signals'
import { call } from '../../../data/api/call'
import { useApp } from '../../../context/app'
import type { User } from '../../../data/records/state'
import * as t from '../../../texts/catalog'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog'
import { Check } from '../../../ui/form/fields'
import { forEachOf } from './for-each-of'
import styles from './people.module.css'

/** The protocol's names of the deletions, those of messages last. */
const actions = [
  'delete_profile',
  'delete_public_channel_messages',
  'delete_private_channel_messages',
  'delete_direct_messages',
] as const

type Action = (typeof actions)[number]

/** Deactivates users, and deletes their profiles and messages if asked to. */
export function DeactivateDialog({
  people,
  onClose,
}: {
  people: readonly User[]
  onClose: () => void
}) {
  const { store, toasts } = useApp()
  const chosen = useSignal<ReadonlySet<Action>>(new Set())
  const names = t.groupPicker.list(people.map(({ full_name: name }) => name))
  const owners = new Set(people.map(({ user_id: id }) => id))
  const bots = store
    .read('realm_users')
    .filter(({ is_bot: isBot, bot_owner_id: owner }) => isBot && owner != null && owners.has(owner))
  const deletesMessages = [...chosen.value].some((action) => action !== 'delete_profile')

  function choose(action: Action, isWanted: boolean): void {
    const others = [...chosen.value].filter((each) => each !== action)
    chosen.value = new Set(isWanted ? [...others, action] : others)
  }

  async function deactivate(): Promise<void> {
    const wanted = Object.fromEntries([...chosen.value].map((action) => [action, true]))
    await forEachOf(people, ({ user_id }) =>
      call('DELETE /users/{user_id}', {
        user_id,
        ...(chosen.value.size > 0 && { actions: wanted }),
      }),
    )
    toasts.say(t.peopleTable.wereDeactivated(names))
  }

  return (
    <ConfirmDialog
      title={t.peopleTable.deactivateTitle(names)}
      action={t.peopleTable.deactivateAction(people.length)}
      isDangerous
      onClose={onClose}
      onConfirm={deactivate}
    >
      <p>{t.peopleTable.deactivateWarning(people.length)}</p>
      {bots.length > 0 && (
        <p>{t.peopleTable.deactivateBots(bots.map(({ full_name: name }) => name))}</p>
      )}
      <p>{t.peopleTable.deactivateUndo}</p>
      <fieldset class={styles['deletions']}>
        <legend>{t.peopleTable.deletions(bots.length > 0)}</legend>
        {actions.map((action) => (
          <Check
            key={action}
            label={t.peopleTable.deletion[action]}
            isChecked={chosen.value.has(action)}
            onChange={(isWanted) => choose(action, isWanted)}
          />
        ))}
      </fieldset>
      <p>
        {deletesMessages ? t.peopleTable.messagesDeleted : t.peopleTable.messagesKept}
        {chosen.value.has('delete_profile') && ` ${t.peopleTable.profileDeleted}`}
      </p>
    </ConfirmDialog>
  )
}
